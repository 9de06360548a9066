/**
 * A sixth page and twenty steps, written after the rules were first measured. The sentences are built as testers build theirs
 * in public feature files and test plans; page and words are ours.
 */
import { makePage } from '../../server/src/modules/browser-tests/test/make-page.ts'
import { act, click, expects, fill, type StepSet, see, tick } from './step-set.ts'

const nursery = makePage(
  'https://greenhouse.example.com/shop?page=1',
  'Plants | Greenhouse',
  `
banner
  link "Greenhouse" #logo
  link "Home" #home
  link "Contact us" #contact
  link "Signup / Login" #login
  textbox "Search plants" #search
  button "Search" #search-button
  link "Cart 2 items" #cart
main
  heading "Plants" #heading
  text #found = 3 plants found
  combobox "Sort" #sort {Featured|Price high to low|Price low to high|Name}
  list
    listitem
      img "Fern"
      link "Boston fern" #fern
      text #price-fern = £ 12.50
      button "Buy" #buy-fern
      button "Add to wish list" #wish-fern
    listitem
      img "Monstera"
      link "Monstera deliciosa" #monstera
      text #price-monstera = £ 34.00
      button "Buy" #buy-monstera
      button "Add to wish list" #wish-monstera
    listitem
      img "Aloe"
      link "Aloe vera" #aloe
      text #price-aloe = £ 8.20
      button "Buy" #buy-aloe
      button "Add to wish list" #wish-aloe
  region "Your order"
    heading "Your order" #order
    table
      row "Olive tree 1 £ 45.00 Remove" #row-olive
        cell "Olive tree"
        spinbutton "Quantity of Olive tree" #quantity-olive = 1
        cell "£ 45.00"
        button "Remove" #remove-olive
      row "Clay pot 2 £ 9.00 Remove" #row-pot
        cell "Clay pot"
        spinbutton "Quantity of Clay pot" #quantity-pot = 2
        cell "£ 9.00"
        button "Remove" #remove-pot
    text = Subtotal
    text #subtotal = £ 54.00
    textbox "Full name" #name
    textbox "Street address" #street
    textbox "Postcode" #postcode
    combobox "Country" #country {Ireland|Norway|United Kingdom}
    radio "Pay by card" #card
    radio "Pay on delivery" #delivery
    textbox "Card number" #number
    textbox "Expiry date" #expiry
    checkbox "I agree to the terms and conditions" #terms
    checkbox "Gift wrapping" #gift
    button "Proceed to checkout" #checkout
    alert #alert = Please choose how to pay
contentinfo
  link "Returns" #returns
  link "Careers" #careers
`,
)

export const SIXTH: StepSet = {
  title: 'on a sixth page',
  pages: [
    {
      page: nursery,
      steps: [
        ['When I click on the buy button for "Aloe vera"', click('buy-aloe')],
        ['I click on Buy button of the second plant', click('buy-monstera')],
        ['Then I enter "Peter Hansen" as my full name', fill('name', 'Peter Hansen')],
        ['And I enter "0550" as my postal code', fill('postcode', '0550')],
        ['Key in the card number 4242 4242 4242 4242', fill('number', '4242 4242 4242 4242')],
        ['I agree to the terms and conditions', ...tick('terms')],
        ['I proceed to checkout', click('checkout')],
        ['Click remove on the Clay pot', click('remove-pot')],
        ['Check that the "Contact us" link is visible.', expects('visible', 'contact')],
        ['Verify the page title contains "Greenhouse"', expects('title', null, 'Greenhouse')],
        [
          'Do you see an alert that says "Please choose how to pay"?',
          ...see('Please choose how to pay', 'alert'),
        ],
        ['Click the Signup / Login link in the upper right-hand corner of the page', click('login')],
        ['Sort the plants from high to low price', act('select', 'sort', 'Price high to low')],
        ['Types 12/28 in expiry date textbox.', fill('expiry', '12/28')],
        ['User selects Norway as country', act('select', 'country', 'Norway')],
        ['Increase the quantity of Olive tree to 3', fill('quantity-olive', '3')],
        ['The subtotal should be £ 54.00', ...see('£ 54.00', 'subtotal')],
        ['Opt to pay on delivery', ...tick('delivery')],
        ['Verify there are 3 Buy buttons', expects('count', null, 'Buy', 3)],
        ['The search results should contain "Boston fern"', ...see('Boston fern', 'fern')],
      ],
      traps: [
        'Click the buy button',
        'Remove the item',
        'Enter valid credentials',
        'Fill in all required fields',
        'I add a product to the cart',
      ],
    },
  ],
}
