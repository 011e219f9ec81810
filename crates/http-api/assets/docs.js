// Shows the service's own document. No validator is asked, and keys are forgotten with the page.
SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#page",
  deepLinking: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
  plugins: [saveInlineFiles],
});

// A filled form is for looking at (`inline`). Swagger UI would show its bytes as a text, and save
// that text as the file, which no viewer opens. Told that it is for saving it gives it away as it
// came.
function saveInlineFiles({ React }) {
  const responseBody = (Original) => (props) =>
    React.createElement(Original, { ...props, headers: forSaving(props.headers) });
  return { wrapComponents: { responseBody } };
}

function forSaving(headers) {
  const name = "content-disposition";
  const value = headers?.[name];
  return value ? { ...headers, [name]: value.replace(/^inline/, "attachment") } : headers;
}
