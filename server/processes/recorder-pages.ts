/** The pages on which the recorder is tried. */

const HEAD =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,"><!-- recorder --></head>'

export const SHOP = `${HEAD}<body>
<h1>Shop</h1><nav><a href="/lamps">Lamps</a> <a href="/chairs">Chairs</a></nav>
<div data-testid="fold"><i></i>&nbsp;</div>
<script src="/page.js"></script></body></html>`

export const LAMPS = `${HEAD}<body><h1>Lamps</h1>
<form id="find"><input type="search" aria-label="Search lamps"><button>Find</button></form>
<ul><li>Desk lamp <button type="button"><svg width="8" height="8"></svg>Add to cart</button></li>
<li>Floor lamp <button type="button"><svg width="8" height="8"></svg>Add to cart</button></li></ul>
<label>Country <select><option>Denmark</option><option>Norway</option></select></label>
<label><input type="checkbox"> Gift wrap</label> <label><input type="checkbox" hidden> News</label>
<form id="enter"><label for="email">Email</label><input id="email" type="email">
<label for="secret">Password</label><input id="secret" type="password"><button type="button">Show it</button>
<button>Sign in</button></form>
<button type="button">Not recorded</button><p role="status"></p>
<script src="/page.js"></script></body></html>`

export const PAGE_SCRIPT = `
document.querySelector('#find')?.addEventListener('submit', (event) => {
  event.preventDefault()
  history.pushState(null, '', '?q=' + event.target.elements[0].value)
})
document.querySelector('#secret + button')?.addEventListener('click', () => {
  document.querySelector('#secret').type = 'text'
})
document.querySelector('#enter')?.addEventListener('submit', (event) => {
  event.preventDefault()
  document.querySelector('[role=status]').textContent = 'Welcome'
})`

/** Each is clicked, and has to be found again by what was recorded of it. */
export const ELEMENTS = `${HEAD}<body>
<button data-mark="plain">Save</button>
<button data-mark="longer">Save as draft</button>
<button data-mark="labelled" aria-label="Close window">×</button>
<span id="one">Delete</span> <span id="two">invoice 7</span>
<button data-mark="by others" aria-labelledby="one two">x</button>
<button data-mark="picture"><img alt="Print page" src="data:,"></button>
<button data-mark="spaced"> Two <b>words</b>
 here</button>
<button data-mark="hidden part">Send<span hidden> not this</span><span aria-hidden="true"> nor this</span></button>
<button data-mark="blocks"><div>First</div><div>Second</div></button>
<button data-mark="titled" title="More options"></button>
<div role="button" tabindex="0" data-mark="role">Custom</div>
<div role="tab" data-mark="tab">Details</div>
<input type="button" value="Old style" data-mark="input button">
<input type="submit" data-mark="submit">
<input placeholder="Your city" data-mark="placeholder">
<input name="nothing else" data-mark="name only">
<textarea aria-label="Notes" data-mark="area"></textarea>
<label>Amount <input type="number" data-mark="number"></label>
<input title="Code of the coupon" data-mark="title of field">
<ul><li><button data-mark="first edit">Edit</button></li><li><button data-mark="second edit">Edit</button></li>
<li><button data-mark="third edit" data-testid="edit-3">Edit</button></li></ul>
<button hidden>Hidden twin</button><button data-mark="seen twin">Hidden twin</button>
<details><summary data-mark="summary">Read more</summary><p>Text</p></details>
<p data-mark="text">Just a sentence</p>
<p data-mark="short text">Just</p>
<p><canvas width="9" height="9"></canvas><canvas width="9" height="9" data-mark="css"></canvas></p>
<h2 data-mark="heading">A heading</h2>
<table><tr><td data-mark="cell">Cell 1</td><td>Cell 12</td></tr></table>
</body></html>`
