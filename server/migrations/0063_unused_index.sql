-- Written with every run that ends, and read by nothing: lists and purges go by app and test.
drop index test_executions_ended;
