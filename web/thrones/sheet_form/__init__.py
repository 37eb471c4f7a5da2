"""The order sheet as a form: all parts as fields, and fields back to the sheet.

Fields are named as refusals name places (`marches.lannisport[0].moves[1].to`); each has a list of values, as a browser
sends them. Nothing here knows HTTP.
"""
