#!/usr/bin/env bash
# Builds the Dockerfile for real and runs the image as compose.yaml does: read-only, as an unprivileged user, without
# capabilities. For root on Debian; it is not part of `bun run test`:
#
#   apt-get install buildah debootstrap postgresql curl
#   tests/container/build.sh
#
# It needs no registry of images: debootstrap makes the base of the image, with this machine's Bun, under the name that the
# Dockerfile gives it. It takes a few minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."

for program in buildah debootstrap curl setpriv unshare bun; do
  command -v "$program" >/dev/null || { echo "there is no $program; see the first lines of $0" >&2; exit 1; }
done
pg=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
work=$(mktemp -d)
chmod 755 "$work"
service=

finish() {
  status=$?
  [ -z "$service" ] || kill "$service" 2>/dev/null || true
  [ ! -e "$work/data/postmaster.pid" ] || as_postgres "$pg/pg_ctl" -D "$work/data" -m fast stop >/dev/null
  rm -rf "$work"
  [ $status -eq 0 ] || echo "the image was not built, or does not run as it must" >&2
}
trap finish EXIT

as_postgres() { setpriv --reuid postgres --regid postgres --clear-groups "$@"; }
say() { printf '%-12s %s\n' "$@"; }
expect() { [ "$2" = "$3" ] || { echo "$1: expected '$2', got '$3'" >&2; exit 1; }; }
buildah() { command buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }
setting() { buildah inspect --type image --format "{{$1}}" "$image"; }

base=$(sed -n 's/^FROM \(\S*\).*/\1/p' Dockerfile | sort -u)
image=job-catalogue:$(bun -p 'require("./package.json").version')

debootstrap --variant=minbase --include=ca-certificates bookworm "$work/base" >"$work/debootstrap.log" ||
  { tail -5 "$work/debootstrap.log" >&2; exit 1; }
chroot "$work/base" useradd --uid 1000 --create-home bun
cp "$(realpath "$(command -v bun)")" "$work/base/usr/local/bin/bun"
scratch=$(buildah from scratch)
buildah add --quiet "$scratch" "$work/base" / >/dev/null
buildah config --env PATH=/usr/local/bin:/usr/bin:/bin "$scratch"
buildah commit --quiet "$scratch" "docker.io/$base" >/dev/null
buildah rm "$scratch" >/dev/null
rm -rf "$work/base"
say base "$base"

secret=()
[ -z "${NODE_EXTRA_CA_CERTS:-}" ] || secret=(--secret "id=ca,src=$NODE_EXTRA_CA_CERTS")
buildah build --quiet --isolation chroot --pull-never --format docker "${secret[@]}" --tag "$image" . >/dev/null
root=$(buildah mount "$(buildah from --pull-never "$image")")
user=$(setting .Docker.Config.User)
say image "$image, $(du -sh "$root/app" | cut -f1) in /app"

# Replaces the shell with a command in the image, run as compose.yaml does, with the settings of the array `settings`.
# So signals reach the command.
inside() {
  exec unshare --mount -- bash -ec '
    mount --bind -o ro "$0" "$0"
    mount -o remount,bind,ro "$0"
    mount -t proc proc "$0/proc"
    mount -t tmpfs tmpfs "$0/tmp"
    mount --bind /dev "$0/dev"
    exec chroot "$0" setpriv --reuid "$1" --regid "$1" --clear-groups --no-new-privs --bounding-set=-all \
      --inh-caps=-all env --ignore-environment --chdir=/app "${@:2}"
  ' "$root" "$(chroot "$root" id -u "$user")" "${variables[@]}" "${settings[@]}" "$@"
}
mapfile -t variables < <(setting 'range .Docker.Config.Env}}{{println .}}{{end' | grep .)
mapfile -t command < <(setting 'range .Docker.Config.Cmd}}{{println .}}{{end' | grep .)
mapfile -t health < <(setting 'range .Docker.Config.Healthcheck.Test}}{{println .}}{{end' | grep . | tail -n +2)
free_port() { bun -e 'const s = Bun.serve({ port: 0, fetch: () => new Response() }); console.log(s.port); s.stop()'; }

install -d -o postgres "$work/data"
as_postgres "$pg/initdb" -D "$work/data" -A trust -E UTF8 --locale=C.UTF-8 >/dev/null
port=$(free_port)
as_postgres "$pg/pg_ctl" -w -D "$work/data" -l "$work/data/log" \
  -o "-p $port -k $work/data -c listen_addresses=127.0.0.1 -c fsync=off" start >/dev/null
as_postgres "$pg/createdb" -h 127.0.0.1 -p "$port" catalogue
settings=("DATABASE_URL=postgres://postgres@127.0.0.1:$port/catalogue" HOST=127.0.0.1 "PORT=$(free_port)" WORKERS=2)
address=http://127.0.0.1:${settings[2]#PORT=}

say migrate "$(inside bun dist/commands/migrate.js)"
say seed "$(inside bun dist/commands/seed.js --jobs 500)"
key=$(inside bun run --silent keys create reader)
inside "${command[@]}" >"$work/log" 2>"$work/errors" &
service=$!
for _ in $(seq 100); do
  ! grep -q ^serving "$work/errors" || break
  kill -0 $service || { cat "$work/errors" >&2; exit 1; }
  sleep 0.2
done
expect 'user id' "$(chroot "$root" id -u "$user")" "$(awk '/^Uid/ { print $2 }' /proc/$service/status)"
expect capabilities 0000000000000000 "$(awk '/^CapBnd/ { print $2 }' /proc/$service/status)"
expect 'user id' 1000 "$(inside id -u)"
expect 'writing to /app' 'Read-only file system' "$(inside touch /app/x 2>&1 | sed 's/.*: //')"
(inside "${health[@]}")
say healthy "$address"
jobs=$(curl -sS --fail -H "Authorization: Bearer $key" "$address/v1/active-ats?time_frame=6m&limit=100" | grep -o '"id":' | wc -l)
expect jobs 100 "$jobs"
kill -TERM $service
status=0
wait $service || status=$?
service=
expect 'exit status' 0 "$status"
! (inside "${health[@]}") 2>/dev/null || { echo 'a stopped service is healthy' >&2; exit 1; }
echo "the image builds, and runs read-only, as user 1000, without capabilities"
