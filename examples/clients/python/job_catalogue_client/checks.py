"""Checks of the members that the client uses: a catalogue is not trusted, and may send members that are not known here."""

from typing import Any

from .errors import UnexpectedAnswer

PAGE = 1000


def expect(path: str, is_right: bool, member: str, expected: object, got: object) -> None:
    if not is_right:
        raise UnexpectedAnswer(f"{path}: the answer is not as documented: {member}: expected {expected}, got {shown(got)}")


def shown(value: object) -> str:
    """A value for a message: short, and without control characters."""
    text = repr(value) if isinstance(value, (str, int, float, type(None))) else type(value).__name__
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text[:60])


def is_number(value: object) -> bool:
    """A number of the interface; `True` is none."""
    return type(value) is int and 0 <= value < 2**53


def check_object(path: str, member: str, value: Any) -> None:
    expect(path, isinstance(value, dict), member, "an object", value)


def check_number(path: str, member: str, value: Any, least: int = 0) -> None:
    expect(path, is_number(value) and value >= least, member, f"a number, at least {least}", value)


def check_list(path: str, member: str, value: Any, limit: int | None = None) -> None:
    expect(path, isinstance(value, list), member, "a list", value)
    if limit is not None:
        expect(path, len(value) <= limit, member, f"at most {limit}", len(value))


def check_job(path: str, member: str, job: Any, country: str | None = None) -> None:
    check_object(path, member, job)
    check_number(path, f"{member}.id", job.get("id"))
    if country is not None:
        expect(path, job.get("country") == country, f"{member}.country", country, job.get("country"))


def check_jobs(path: str, member: str, jobs: Any, limit: int, country: str | None = None) -> None:
    check_list(path, member, jobs, limit)
    for at, job in enumerate(jobs):
        check_job(path, f"{member}[{at}]", job, country)


def check_search(path: str, page: Any, limit: int, country: str | None, cursors: set[str]) -> None:
    """A page of a search; `cursors` has those of the pages before it."""
    check_object(path, "the body", page)
    check_jobs(path, "jobs", page.get("jobs"), limit, country)
    cursor = page.get("next_cursor")
    if cursor is None:
        return
    expect(path, isinstance(cursor, str) and cursor not in cursors, "next_cursor", "one that did not come before", cursor)
    expect(path, len(page["jobs"]) > 0, "next_cursor", "null on a page without jobs", cursor)
    cursors.add(cursor)


def check_changes(path: str, page: Any, limit: int, country: str, since: int) -> None:
    """A page of the change log after `since`, which gets further if there is more."""
    check_object(path, "the body", page)
    expect(path, page.get("country") == country, "country", country, page.get("country"))
    check_list(path, "events", page.get("events"), limit)
    last = since
    for at, event in enumerate(page["events"]):
        member = f"events[{at}]"
        check_object(path, member, event)
        check_number(path, f"{member}.seq", event.get("seq"), last + 1)
        check_number(path, f"{member}.job_id", event.get("job_id"))
        last = event["seq"]
        if event.get("job") is not None:
            check_job(path, f"{member}.job", event["job"], country)
            expect(path, event["job"]["id"] == event["job_id"], f"{member}.job.id", event["job_id"], event["job"]["id"])
    check_number(path, "next_since", page.get("next_since"), last)
    check_number(path, "latest_seq", page.get("latest_seq"), page["next_since"])
    more = page.get("more")
    expect(path, isinstance(more, bool), "more", "true or false", more)
    expect(path, not more or len(page["events"]) > 0, "more", "false on a page without events", more)
