#!/usr/bin/env python3
"""Keeps a copy of a catalogue in step, in SQLite:

    CATALOGUE_KEY=jc_... python3 mirror.py --from http://127.0.0.1:3000 --into jobs.sqlite

The same as `bun run mirror`, with the same flags and with Python's standard library alone."""
import argparse, http.client, json, os, sqlite3, sys, time, urllib.error, urllib.parse, urllib.request

parser = argparse.ArgumentParser(description="Keeps a copy of a catalogue in step, in SQLite.")
parser.add_argument("--from", dest="address", required=True, help="the catalogue, such as https://jobs.example")
parser.add_argument("--into", dest="file", required=True, help="a file of SQLite")
parser.add_argument("--country", choices=["CA", "US"], help="only this country; both otherwise")
parser.add_argument("--description", choices=["none", "text", "html", "both"], default="text", help="of the copy (text)")
parser.add_argument("--every", type=float, default=10, metavar="SECONDS", help="how often it asks for changes (10)")
parser.add_argument("--once", action="store_true", help="end when the copy is up to date")
parser.add_argument("--refill", action="store_true", help="fill the copy again")
options = parser.parse_args()
address, file = options.address.rstrip("/").removesuffix("/v1"), options.file
if not os.environ.get("CATALOGUE_KEY"):
    sys.exit("set CATALOGUE_KEY to an API key of the catalogue")


class RefillNeeded(Exception):
    """The catalogue does not know this `since` or `cursor`: the copy must be filled again."""


def get(path, **query):
    request = urllib.request.Request(f"{address}{path}?{urllib.parse.urlencode(query)}")
    request.add_header("Authorization", f"Bearer {os.environ['CATALOGUE_KEY']}")
    while True:
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return json.load(response) | {"generation": response.headers["X-Catalogue-Generation"]}
        except urllib.error.HTTPError as error:
            body, is_problem = error.read().decode(), error.headers.get_content_subtype() == "problem+json"
            detail = json.loads(body)["detail"] if is_problem else body[:200]
            if error.code == 400 and query.keys() & {"since", "cursor"}:
                raise RefillNeeded(detail)
            if error.code not in (429, 503):
                sys.exit(f"the catalogue answered {error.code}: {detail}")
            time.sleep(float(error.headers.get("Retry-After", 5)))
        except (OSError, ValueError, http.client.HTTPException) as error:
            sys.exit(f"no whole answer from {address}: {error}")


def fill(country):
    # The end of the change log first: what changes while the jobs are read is read from there afterwards.
    start = get("/v1/changes", country=country, limit=1)
    copy.execute("create temp table if not exists filling (id integer primary key, country text, job text)")
    copy.execute("delete from filling")
    page = {"next_cursor": ""}
    while page["next_cursor"] is not None:
        more = {"cursor": page["next_cursor"]} if page["next_cursor"] else {}
        page = get("/v1/jobs", country=country, limit=1000, description=options.description, source_fields="true", **more)
        if page["generation"] != start["generation"]:
            raise RefillNeeded("the catalogue was restored")
        rows = [(job["id"], country, json.dumps(job)) for job in page["jobs"]]
        copy.executemany("replace into filling values (?, ?, ?)", rows)
    copy.execute("delete from jobs where country = ?", [country])
    copy.execute("insert into jobs select * from filling")
    store(country, start["latest_seq"], start["generation"], is_level=False)
    return start["latest_seq"], start["generation"], False, options.description


def follow(country, since, generation, is_level, description):
    if description != options.description:
        raise RefillNeeded(f"the copy has the descriptions '{description}'")
    page = {"more": True}
    while page["more"]:
        page = get("/v1/changes", country=country, since=since, limit=1000, description=options.description)
        # An event shows the job as it is now. A copy that was behind may have content that the catalogue lost.
        if page["generation"] != generation and not is_level:
            raise RefillNeeded("the catalogue was restored while the copy was behind it")
        for event in page["events"]:
            if event["job"] is None:
                copy.execute("delete from jobs where id = ?", [event["job_id"]])
            else:
                copy.execute("replace into jobs values (?, ?, ?)", [event["job_id"], country, json.dumps(event["job"])])
        since, generation, is_level = page["next_since"], page["generation"], not page["more"]
        store(country, since, generation, is_level)


def store(country, since, generation, is_level):
    copy.execute("replace into checkpoint values (?, ?, ?, ?, ?)", [country, since, generation, is_level, options.description])
    copy.commit()  # the jobs and the checkpoint together


try:
    copy = sqlite3.connect(file)
    copy.execute("create table if not exists jobs (id integer primary key, country text, job text)")
    copy.execute("create table if not exists checkpoint (country text primary key, since integer, generation text, is_level integer, description text)")
    if "description" not in [name for _, name, *_ in copy.execute("pragma table_info(checkpoint)")]:
        copy.execute("alter table checkpoint add description text default 'text'")
except sqlite3.Error as error:
    sys.exit(f"{file}: {error}")
if [name for _, name, *_ in copy.execute("pragma table_info(jobs)")] != ["id", "country", "job"]:
    sys.exit(f"{file} has a table jobs that is no copy of mirror.py; use another file")


def synchronise(country, is_refill):
    columns = "since, generation, is_level, description"
    checkpoint = copy.execute(f"select {columns} from checkpoint where country = ?", [country]).fetchone()
    if is_refill:
        checkpoint = None
    while True:
        try:
            if checkpoint:
                return follow(country, *checkpoint)
            checkpoint = fill(country)
        except RefillNeeded as reason:
            copy.rollback()
            checkpoint = None
            print(f"{country}: filling the copy again: {reason}", file=sys.stderr)


is_refill = options.refill
while True:
    for country in [options.country] if options.country else ["CA", "US"]:
        synchronise(country, is_refill)
    if options.once:
        break
    is_refill = False
    time.sleep(options.every)
