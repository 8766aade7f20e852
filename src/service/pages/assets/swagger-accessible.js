/** What assistive technology needs, and Swagger UI leaves out; it draws its elements again and again. */
const REPAIRS = [
  ['h3.opblock-tag', (heading) => heading.setAttribute('aria-level', '2')],
  ['section.models h4', (heading) => heading.setAttribute('aria-level', '2')],
  ['.information-container', (part) => landmark(part, 'region', 'Introduction')],
  ['.scheme-container', (part) => landmark(part, 'region', 'Keys')],
  ['.dialog-ux', (part) => landmark(part, 'dialog', 'API keys')],
  ['.modal-ux-header h3', (heading) => heading.setAttribute('aria-level', '2')],
  ['.auth-container h4', (heading) => heading.setAttribute('aria-level', '3')],
  ['.opblock-section-header h4', (heading) => heading.setAttribute('aria-level', '3')],
  ['.responses-inner :is(h4, h5)', (heading) => heading.setAttribute('aria-level', '4')],
  ['.close-modal', (button) => button.setAttribute('aria-label', 'Close')],
  // Other words than those that the button shows.
  ['button[aria-label="Apply credentials"]', (button) => button.removeAttribute('aria-label')],
  ['button[aria-label="Remove authorization"]', (button) => button.removeAttribute('aria-label')],
  ['tr[data-param-name] :is(select, input, textarea):not([aria-label])', nameField],
  ['.response-col_description select:not([aria-label])', (select) => label(select, 'Example')],
  ['select.content-type:not([aria-label])', (select) => label(select, 'Media type')],
  ['pre:not([tabindex])', (pre) => pre.setAttribute('tabindex', '0')],
]

export function keepAccessible(root) {
  const repair = () => {
    for (const [selector, apply] of REPAIRS)
      for (const each of root.querySelectorAll(selector)) apply(each)
  }
  new MutationObserver(repair).observe(root, { childList: true, subtree: true })
}

/** A path inside the button that opens its operation is no link of its own. The address still names what is open. */
export function plainLinks() {
  return {
    wrapComponents: {
      DeepLink:
        (_, { React }) =>
        ({ text }) =>
          React.createElement(
            'span',
            { className: 'nostyle' },
            React.createElement('span', null, text),
          ),
    },
  }
}

function nameField(field) {
  label(field, field.closest('tr').dataset.paramName)
}

function landmark(element, role, name) {
  element.setAttribute('role', role)
  label(element, name)
}

function label(element, name) {
  element.setAttribute('aria-label', name)
}
