/** The other pages of the first set. */
import { makePage } from '../../server/src/modules/browser-tests/test/make-page.ts'

export const bank = makePage(
  'https://www.nordbank.example/accounts/overview',
  'Overview – Nordbank',
  `
banner
  link "Nordbank" #logo
  navigation "Menu"
    link "Overview" #overview [selected]
    link "Payments" #payments
    link "Cards" #cards
    link "Loans" #loans
  text = Welcome back, Amara
  button "Sign out" #sign-out
main
  heading "Your accounts" #heading
  list
    listitem
      link "Everyday account" #everyday
      text = NO93 8601 1117 947
      text #balance-everyday = 2,480.55 €
    listitem
      link "Savings account" #savings
      text = NO11 2233 4455 667
      text #balance-savings = 12,000.00 €
  region "Transfer money"
    heading "Transfer money" #transfer-heading
    combobox "From account" #from {Everyday account|Savings account} = Everyday account
    textbox "Recipient's name" #recipient
    textbox "IBAN" #iban
    textbox "Amount" #amount
    combobox "Currency" #currency {EUR|NOK|SEK|USD} = EUR
    textbox "Message to recipient (optional)" #message
    textbox "Execution date" #date = 17.11.2026
    checkbox "Repeat monthly" #repeat
    checkbox "Save as template" #template [checked]
    button "Continue" #continue
    button "Reset form" #reset
  region "Recent transactions"
    heading "Recent transactions" #transactions-heading
    searchbox "Search transactions" #search
    button "Filter" #filter
    link "Download statement (PDF)" #download
    table
      row "Date Description Amount"
        columnheader "Date"
        columnheader "Description"
        columnheader "Amount"
      row "16 Nov Grocer & Sons −54.20 € Details" #row-grocer
        cell "16 Nov"
        cell "Grocer & Sons"
        cell "−54.20 €" #amount-grocer
        button "Details" #details-grocer
      row "15 Nov Salary Rocket Ltd +3,100.00 € Details" #row-salary
        cell "15 Nov"
        cell "Salary Rocket Ltd"
        cell "+3,100.00 €" #amount-salary
        button "Details" #details-salary
      row "12 Nov City Power −88.00 € Details" #row-power
        cell "12 Nov"
        cell "City Power"
        cell "−88.00 €"
        button "Details" #details-power
  region "Security"
    heading "Security" #security-heading
    switch "Two-factor sign-in" #two-factor [checked]
    button "Upload proof of identity" #identity
    link "Change password" #password
contentinfo
  link "Terms" #terms
  link "Help centre" #help
  text #last-login = Last login: yesterday at 18:03
`,
)

export const recipes = makePage(
  'https://cook.example.org/recipes/lemon-lentil-soup',
  'Lemon lentil soup – The Copper Pot',
  `
banner
  link "The Copper Pot" #logo
  button "Menu" #menu [expanded=false]
  searchbox "Find a recipe" #search
  button "Go" #go
  link "Sign up" #sign-up
  link "Log in" #login
main
  heading "Lemon lentil soup" #heading
  text = By Théo Marchand
  img "A bowl of yellow soup with parsley" #photo
  text #rating = 4.7 out of 5 (212 ratings)
  button "Save to favourites" #save
  button "Print recipe" #print
  button "Share" #share
  region "Ingredients"
    heading "Ingredients" #ingredients
    spinbutton "Servings" #servings = 4
    radio "Metric" #metric [checked]
    radio "US cups" #cups
    list
      listitem
        checkbox "300 g red lentils" #lentils
      listitem
        checkbox "2 carrots" #carrots
      listitem
        checkbox "1 lemon" #lemon
      listitem
        checkbox "1 tsp cumin" #cumin [checked]
    button "Add all to shopping list" #shopping
  region "Method"
    heading "Method" #method
    list
      listitem = Rinse the lentils until the water runs clear.
      listitem = Soften the carrots in olive oil.
      listitem = Simmer for 25 minutes, then add the lemon juice.
    button "Start cooking mode" #cooking
    button "Set a timer" #timer
  region "Comments"
    heading "Comments (2)" #comments
    article
      heading "Greta"
      paragraph = Lovely! I used lime instead.
      button "Reply" #reply-greta
      button "Like" #like-greta
    article
      heading "Samir"
      paragraph = A bit too sour for the kids.
      button "Reply" #reply-samir
      button "Like" #like-samir
    textbox "Your comment" #comment
    group "Your rating"
      radio "1 star" #star-1
      radio "2 stars" #star-2
      radio "3 stars" #star-3
      radio "4 stars" #star-4
      radio "5 stars" #star-5
    button "Add a photo" #add-photo
    button "Post comment" #post [disabled]
complementary "More"
  heading "You may also like" #also
  link "Smoky tomato soup" #tomato
  link "Roasted carrot salad" #salad
  link "Lemon drizzle cake" #cake
  heading "Newsletter" #newsletter
  textbox "Email address" #email
  checkbox "I agree to the privacy policy" #agree
  button "Subscribe" #subscribe
contentinfo
  link "About us" #about
  link "Contact" #contact
  combobox "Language" #language {English|Deutsch|Français} = English
`,
)
