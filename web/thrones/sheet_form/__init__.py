"""The sheet as a form: every part of a sheet as fields, and the fields back as the same sheet.

fields = sheet_to_fields(sheet)
sheet, faults = fields_to_sheet(fields, edition)

Fields are named as refusals name places (`marches.lannisport[0].moves[1].to`); each has a list of values, as a browser
sends them. Nothing here knows HTTP.
"""

from web.thrones.sheet_form.rules import FORM

fields_to_sheet, sheet_to_fields = FORM.read, FORM.write

__all__ = ["fields_to_sheet", "sheet_to_fields"]
