"""A position described in plain data: a scenario, as the conformance cases and others write them.

scenario = read_scenario(text)
position = build(scenario)
"""

from adjudicator.btwixt.scenario.building import build as build
from adjudicator.btwixt.scenario.form import Patch as Patch
from adjudicator.btwixt.scenario.form import Scenario as Scenario
from adjudicator.btwixt.scenario.form import read_scenario as read_scenario
from adjudicator.btwixt.scenario.steps import STEPS as STEPS
