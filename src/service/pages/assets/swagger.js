/* global SwaggerUIBundle */
import { keepAccessible, plainLinks } from './accessible.js'

const page = new URL('.', window.location.href)
const response = await fetch(new URL('swagger/json', page))
const spec = await response.json()

/** The page size that the fields show: a page of the default size is long to read here. */
const PAGE_SIZE = 3

/** Longer texts are shown without colours, which take an element per word. */
const MAX_COLOURED_LENGTH = 50_000

const STORED_KEYS = 'authorized'

/** The operation whose path has an id. */
const BY_ID = ['/v1/jobs/{id}', 'get']

/** The page `/explore` keeps the bearer key of the tab under this name, and one to remember in the storage of the browser. */
const STORED_KEY = 'key'

followColorScheme()
keepAccessible(document.querySelector('#swagger-ui'))
describeForPage(spec)
const ui = SwaggerUIBundle({
  // Requests go to the service that served this page, at the address that the browser used.
  spec: { ...spec, servers: [{ url: page.href.replace(/\/$/, '') }] },
  dom_id: '#swagger-ui',
  plugins: [showExamples, readInt64, plainLongTexts, plainLinks, keepKeysInTab, restoreFocus],
  tryItOutEnabled: true,
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  validatorUrl: null,
  onComplete() {
    const stored = sessionStorage.getItem(STORED_KEYS)
    const key = sessionStorage.getItem(STORED_KEY) ?? localStorage.getItem(STORED_KEY)
    if (stored !== null) ui.authActions.restoreAuthorization({ authorized: JSON.parse(stored) })
    if (key !== null) ui.preauthorizeApiKey('bearer', key)
    fillId(key).catch(reportError)
  },
})

/** Fills in the id of a job of this catalogue, unless the field has one. Without a key, or with a wrong one, it stays empty. */
async function fillId(key) {
  if (!key) return
  const headers = { Authorization: `Bearer ${key}` }
  const answer = await fetch(new URL('explore/example', page), { headers })
  const { id } = answer.ok ? await answer.json() : {}
  const isTyped = ui.specSelectors.parameterValues(BY_ID).get('path.id') !== undefined
  if (id && !isTyped) ui.specActions.changeParam(BY_ID, 'id', 'path', String(id), false)
}

/** Swagger UI has a dark design, for a class of the root element. */
function followColorScheme() {
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const apply = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
  dark.addEventListener('change', apply)
  apply()
}

/** Changes the document for this page: small pages, and where the key is kept. */
function describeForPage({ paths, components }) {
  for (const { get } of Object.values(paths)) {
    const limit = get.parameters.find(({ name }) => name === 'limit')
    if (limit === undefined) continue
    limit.example = PAGE_SIZE
    limit.description += ` The default is ${limit.schema.default}; this page fills in ${PAGE_SIZE}.`
  }
  for (const scheme of Object.values(components.securitySchemes)) {
    scheme.description += ' This page keeps it until you close the tab.'
  }
}

/** An empty field shows an example; it would show its parameter's name. */
function showExamples() {
  return {
    wrapComponents: {
      JsonSchemaForm:
        (Original, { React }) =>
        (props) => {
          const example = props.schema?.getIn?.(['examples', 0])
          const isPlain = example !== undefined && typeof example !== 'object'
          const description = isPlain ? `${example}` : props.description
          return React.createElement(Original, { ...props, description })
        },
    },
  }
}

/** A field for 64-bit integers, which Swagger UI lacks; it holds text, as numbers would be rounded. */
function readInt64() {
  return {
    components: {
      JsonSchema_integer_int64: (props) => {
        const Text = props.getComponent('JsonSchema_string')
        return Text(props)
      },
    },
  }
}

/** Shows long bodies as plain text. */
function plainLongTexts() {
  return {
    wrapComponents: {
      SyntaxHighlighter:
        (Original, { React, getComponent }) =>
        (props) => {
          const { children, className } = props
          const isLong = typeof children === 'string' && children.length > MAX_COLOURED_LENGTH
          return isLong
            ? React.createElement(getComponent('PlainTextViewer'), { className }, children)
            : React.createElement(Original, props)
        },
    },
  }
}

function forgetKey() {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(STORED_KEY)
}

/** Keeps keys in the session storage of the tab; `persistAuthorization` would keep them in the browser for good. */
function keepKeysInTab() {
  localStorage.removeItem(STORED_KEYS)
  return {
    statePlugins: {
      auth: {
        wrapActions: {
          persistAuthorizationIfNeeded:
            (_, { authSelectors }) =>
            () => {
              const authorized = authSelectors.authorized()
              const key = authorized.getIn(['bearer', 'value'])
              sessionStorage.setItem(STORED_KEYS, JSON.stringify(authorized))
              if (key) sessionStorage.setItem(STORED_KEY, key)
              else forgetKey()
              fillId(key).catch(reportError)
            },
        },
      },
    },
  }
}

/**
 * Moves the focus to the first field of the form of the keys, where Swagger UI takes the last one, and back when the form
 * closes, by its button or by Escape.
 */
function restoreFocus() {
  let opener = null
  return {
    statePlugins: {
      auth: {
        wrapActions: {
          showDefinitions: (original) => (definitions) => {
            if (definitions) opener = document.activeElement
            const result = original(definitions)
            requestAnimationFrame(() => {
              const field = document.querySelector('.auth-container input, .auth-container button')
              const target = definitions ? field : opener
              target?.focus()
            })
            return result
          },
        },
      },
    },
  }
}
