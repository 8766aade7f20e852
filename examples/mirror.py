#!/usr/bin/env python3
"""Keeps a copy of a catalogue in step, in SQLite: CATALOGUE_KEY=jc_... python3 mirror.py http://127.0.0.1:3000 jobs.sqlite

The same as `bun run mirror`, with Python's standard library alone. Run it from cron, or in a loop."""
import http.client, json, os, sqlite3, sys, time, urllib.error, urllib.parse, urllib.request

if len(sys.argv) != 3 or not os.environ.get("CATALOGUE_KEY"):
    sys.exit("usage: CATALOGUE_KEY=jc_... python3 mirror.py http://127.0.0.1:3000 jobs.sqlite")
address, file = sys.argv[1].rstrip("/").removesuffix("/v1"), sys.argv[2]


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
        page = get("/v1/jobs", country=country, limit=1000, description="text", source_fields="true", **more)
        if page["generation"] != start["generation"]:
            raise RefillNeeded("the catalogue was restored")
        rows = [(job["id"], country, json.dumps(job)) for job in page["jobs"]]
        copy.executemany("replace into filling values (?, ?, ?)", rows)
    copy.execute("delete from jobs where country = ?", [country])
    copy.execute("insert into jobs select * from filling")
    store(country, start["latest_seq"], start["generation"], is_level=False)
    return start["latest_seq"], start["generation"], False


def follow(country, since, generation, is_level):
    page = {"more": True}
    while page["more"]:
        page = get("/v1/changes", country=country, since=since, limit=1000, description="text")
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
    copy.execute("replace into checkpoint values (?, ?, ?, ?)", [country, since, generation, is_level])
    copy.commit()  # the jobs and the checkpoint together


try:
    copy = sqlite3.connect(file)
    copy.execute("create table if not exists jobs (id integer primary key, country text, job text)")
    copy.execute("create table if not exists checkpoint (country text primary key, since integer, generation text, is_level integer)")
except sqlite3.Error as error:
    sys.exit(f"{file}: {error}")
if [name for _, name, *_ in copy.execute("pragma table_info(jobs)")] != ["id", "country", "job"]:
    sys.exit(f"{file} has a table jobs that is no copy of mirror.py; use another file")
for country in ("CA", "US"):
    checkpoint = copy.execute("select since, generation, is_level from checkpoint where country = ?", [country]).fetchone()
    while True:
        try:
            if checkpoint:
                follow(country, *checkpoint)
                break
            checkpoint = fill(country)
        except RefillNeeded as reason:
            copy.rollback()
            checkpoint = None
            print(f"{country}: filling the copy again: {reason}", file=sys.stderr)
