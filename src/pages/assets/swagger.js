/* global SwaggerUIBundle */
const page = new URL('.', window.location.href)
const response = await fetch(new URL('swagger/json', page))
const spec = await response.json()

SwaggerUIBundle({
  // What is tried here goes to the service that served this page, by whatever address it was found.
  spec: { ...spec, servers: [{ url: page.href.replace(/\/$/, '') }] },
  dom_id: '#swagger-ui',
  plugins: [showExamples],
  persistAuthorization: true,
  tryItOutEnabled: true,
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  validatorUrl: null,
})

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
