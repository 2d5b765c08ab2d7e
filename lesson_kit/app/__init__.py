"""The only room that knows marimo: pages, languages, model choice, the server, the command line."""
