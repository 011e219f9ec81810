// Shows the service's own document, with fonts that the reader has.
Redoc.init(
  "openapi.json",
  {
    theme: {
      typography: {
        fontFamily: "system-ui, sans-serif",
        headings: { fontFamily: "system-ui, sans-serif" },
      },
    },
  },
  document.getElementById("page"),
);
