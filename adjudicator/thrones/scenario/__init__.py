"""A position described in plain data: a scenario, as the conformance cases and others write them.

scenario = read_scenario(text)
position = build(scenario)
"""

from adjudicator.thrones.scenario.building import ARGUMENTS as ARGUMENTS
from adjudicator.thrones.scenario.building import StepInWords as StepInWords
from adjudicator.thrones.scenario.building import build as build
from adjudicator.thrones.scenario.building import steps as steps
from adjudicator.thrones.scenario.form import BankPatch as BankPatch
from adjudicator.thrones.scenario.form import Patch as Patch
from adjudicator.thrones.scenario.form import Scenario as Scenario
from adjudicator.thrones.scenario.form import StormPatch as StormPatch
from adjudicator.thrones.scenario.form import read_force as read_force
from adjudicator.thrones.scenario.form import read_scenario as read_scenario
from adjudicator.thrones.scenario.form import read_units as read_units
