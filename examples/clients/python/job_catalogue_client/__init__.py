"""A client of a job catalogue: searches, feeds and the change log, with Python's standard library alone."""

from .catalogue import Catalogue, Checkpoint
from .connection import Notice
from .errors import CatalogueError, CatalogueRestored, UnexpectedAnswer
from .interface import Change, Job, JobWithStatus, ModifiedJob, Organization, Problem, Stats

__all__ = [
    "Catalogue",
    "CatalogueError",
    "CatalogueRestored",
    "Change",
    "Checkpoint",
    "Job",
    "JobWithStatus",
    "ModifiedJob",
    "Notice",
    "Organization",
    "Problem",
    "Stats",
    "UnexpectedAnswer",
]
