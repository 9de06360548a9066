/**
 * The shop of the demo company: pages that keep the cart in their address, so that they need no storage, no server and
 * nothing of anybody else. Addresses are relative, so that it works below a path too.
 */
export function shopPages(version: ShopVersion): Record<string, string> {
  return {
    'index.html': page(
      'Shop',
      `<h1>Harbour &amp; Pine</h1>
      <p>${version.sentence}</p>
      <form role="search" action="index.html">
        <label>${version.searchLabel} <input type="search" name="q" placeholder="Table, bed, oak …" /></label>
        <button>Search</button>
        <input type="hidden" name="cart" />
      </form>
      <p role="status" id="status"></p>
      <ul id="products" aria-label="Products"></ul>`,
    ),
    'cart.html': page(
      'Cart',
      `<h1>Your cart</h1>
      <p role="status" id="status"></p>
      <form id="cart">
        <ul id="lines" aria-label="In your cart"></ul>
        <label>Deliver to
          <select name="to"><option>Netherlands</option><option>Germany</option><option>Poland</option></select>
        </label>
        <label><input type="checkbox" name="wrap" /> Wrap it as a present</label>
        <label>Drawing of your room <input type="file" name="drawing" /></label>
        <p>Total: <output data-testid="total" id="total"></output></p>
        <button>Update cart</button>
      </form>
      <form action="order.html"><button>Place order</button></form>`,
    ),
    'order.html': page(
      'Order',
      `<h1>Thank you</h1>
      <p>Your order is on its way to the workshop. This is a demo: nobody will build anything.</p>`,
    ),
    'sign-in.html': page(
      'Sign in',
      `<h1>Sign in</h1>
      <p role="status" id="status"></p>
      <p role="alert" id="problem"></p>
      <form id="sign-in" novalidate>
        <label>Email <input type="email" name="email" autocomplete="username" /></label>
        <label>Password <input type="password" name="password" autocomplete="current-password" /></label>
        <label><input type="checkbox" name="stay" /> Keep me signed in</label>
        <button>Sign in</button>
      </form>`,
    ),
    'shop.js': shopScript(version),
    'style.css': STYLE,
    'robots.txt': 'User-agent: *\nAllow: /\n',
  }
}

export interface ShopVersion {
  sentence: string
  searchLabel: string
  products: readonly Product[]
  /** What a line of the cart adds to the total, in the script of the page. */
  priceOfLine: string
}

export interface Product {
  id: string
  name: string
  detail: string
  price: number
}

function page(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · Harbour &amp; Pine</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="style.css" />
    <script src="shop.js" defer></script>
  </head>
  <body>
    <nav aria-label="Main">
      <a href="index.html">Shop</a>
      <a href="cart.html" id="to-cart">Cart</a>
      <a href="sign-in.html">Sign in</a>
    </nav>
    <main>
      ${main}
    </main>
  </body>
</html>
`
}

function shopScript({ products, priceOfLine }: ShopVersion): string {
  return `'use strict'
const PRODUCTS = ${JSON.stringify(products, null, 2)}
const DELIVERY = { Netherlands: 0, Germany: 40, Poland: 60 }

const query = new URLSearchParams(location.search)
const cart = new Map((query.get('cart') || '').split('.').filter(Boolean).map((line) => {
  const [id, quantity] = line.split('*')
  return [id, Number(quantity)]
}))
const written = (lines) => [...lines].map(([id, quantity]) => id + '*' + quantity).join('.')
const part = (id) => document.getElementById(id)
const productOf = (id) => PRODUCTS.find((product) => product.id === id)
const euros = (amount) => '€ ' + amount.toLocaleString('en')

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

// The cart goes along to every page of the shop.
for (const link of document.querySelectorAll('nav a'))
  if (cart.size > 0) link.href += '?' + new URLSearchParams({ cart: written(cart) })
const pieces = [...cart.values()].reduce((sum, quantity) => sum + quantity, 0)
part('to-cart').textContent = pieces > 0 ? 'Cart (' + pieces + ')' : 'Cart'

if (part('products')) showProducts()
if (part('lines')) showCart()
if (part('sign-in')) part('sign-in').addEventListener('submit', signIn)

function showProducts() {
  const wanted = (query.get('q') || '').trim()
  const search = document.querySelector('form[role=search]')
  search.q.value = wanted
  search.cart.value = written(cart)
  const found = PRODUCTS.filter(({ name, detail }) =>
    (name + ' ' + detail).toLowerCase().includes(wanted.toLowerCase()))
  const added = productOf(query.get('added'))
  part('status').textContent = added ? added.name + ' is in your cart.'
    : found.length === 0 ? 'Nothing found for “' + wanted + '”.'
    : found.length === 1 ? '1 product' : found.length + ' products'
  for (const product of found) {
    const more = new Map(cart).set(product.id, (cart.get(product.id) || 0) + 1)
    part('products').append(make('li', {},
      make('h2', { textContent: product.name }),
      make('p', { textContent: product.detail }),
      make('b', { textContent: euros(product.price) }),
      make('form', { action: 'index.html' },
        make('input', { type: 'hidden', name: 'cart', value: written(more) }),
        make('input', { type: 'hidden', name: 'added', value: product.id }),
        make('button', { textContent: 'Add ' + product.name + ' to cart' }))))
  }
}

function showCart() {
  const form = part('cart')
  form.to.value = query.get('to') || 'Netherlands'
  form.wrap.checked = query.has('wrap')
  let total = cart.size > 0 ? DELIVERY[form.to.value] : 0
  for (const [id, quantity] of cart) {
    const { name, price } = productOf(id)
    total += ${priceOfLine}
    const rest = new Map(cart)
    rest.delete(id)
    part('lines').append(make('li', {},
      make('label', {}, name + ' ', make('input', {
        type: 'number', min: '1', max: '99', name: id, value: quantity, ariaLabel: 'Quantity of ' + name })),
      make('b', { textContent: euros(price) }),
      make('button', { type: 'button', textContent: 'Remove ' + name, onclick: () => goOn(rest) })))
  }
  part('status').textContent = cart.size === 0 ? 'Your cart is empty.' : ''
  part('total').textContent = euros(total)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    goOn(new Map([...cart.keys()].map((id) => [id, Math.max(1, Number(form.elements[id].value) || 1)])))
  })
  const goOn = (lines) => {
    const next = new URLSearchParams({ cart: written(lines), to: form.to.value })
    if (form.wrap.checked) next.set('wrap', 'yes')
    location.assign('cart.html?' + next)
  }
}

function signIn(event) {
  event.preventDefault()
  const { email, password } = Object.fromEntries(new FormData(event.target))
  const isGood = password.length >= 8
  part('problem').textContent = isGood ? '' : 'The password has at least 8 characters.'
  part('status').textContent = isGood ? 'You are signed in as ' + email + '.' : ''
}
`
}

const STYLE = `body {
  margin: 0;
  font: 1.125rem/1.6 system-ui, sans-serif;
  color: #1d2a24;
  background: #f4f1ea;
}
nav {
  display: flex;
  gap: 1.5rem;
  padding: 1rem 1.5rem;
  background: #1d2a24;
}
nav a {
  color: #f4f1ea;
}
main {
  max-width: 40rem;
  margin: 0 auto;
  padding: 2rem 1.5rem 4rem;
}
h1 {
  font-size: 2.5rem;
  margin: 0;
}
h2 {
  font-size: 1.125rem;
  margin: 0;
}
ul {
  padding: 0;
}
li {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1rem;
  align-items: center;
  justify-content: space-between;
  padding: 0.75rem 0;
  border-bottom: 1px solid #d8d2c4;
}
li p {
  flex: 1;
  margin: 0;
  color: #55625b;
}
label {
  display: block;
  margin: 0.75rem 0;
}
li label {
  margin: 0;
}
input,
select,
button {
  font: inherit;
  padding: 0.25rem 0.75rem;
}
button {
  color: #f4f1ea;
  background: #2f5d46;
  border: 0;
  border-radius: 0.375rem;
}
[role='alert'] {
  color: #a3282f;
}
`
