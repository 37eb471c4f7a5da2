"""How each part of a sheet answers its questions: candidates in order, to be tried against the rules; and the kinds of
questions it answers, registered as `KINDS`.
"""
