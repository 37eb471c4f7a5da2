"""The order sheet as a form: all parts as fields, and fields back to the sheet.

Fields are named as refusals name places (`marches.lannisport[0].moves[1].to`); each has a list of values, as a browser
sends them. Nothing here knows HTTP.
"""

from web.thrones.sheet_form.rules import FORM

fields_to_sheet, sheet_to_fields = FORM.read, FORM.write

__all__ = ["fields_to_sheet", "sheet_to_fields"]
