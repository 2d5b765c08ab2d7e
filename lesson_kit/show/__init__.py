"""Numbers to pictures: plain data in, HTML, charts and widgets out. No model, no marimo."""
