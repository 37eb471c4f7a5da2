"""The fonts of pages as their makers published them, and what is cut from them for browsers. Nothing here is served."""
