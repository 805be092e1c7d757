// Leads links to headings of the API reference to where the reference is, from the page that had them before.

if (/^#(operation|tag|section|schema)\//.test(location.hash)) location.replace(`docs/api${location.hash}`)
