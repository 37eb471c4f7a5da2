"""Forms of the sheets of any game, derived from the classes of the sheets: fields, rows, sections, drafts."""
