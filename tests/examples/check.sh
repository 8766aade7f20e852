#!/usr/bin/env bash
# Checks examples/ with the programs that read them, those that are installed. On Debian:
#
#   apt-get install caddy nginx-light prometheus systemd logrotate openssl
#   tests/examples/check.sh
set -euo pipefail
cd "$(dirname "$0")/../../examples"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
missing=()

# check NAME PROGRAM COMMAND...: runs a check if its program is there; shows the output of one that fails.
check() {
  local name=$1 program=$2
  shift 2
  if ! command -v "$program" >/dev/null; then
    missing+=("$program")
    return
  fi
  "$@" >"$work/output" 2>&1 || { cat "$work/output" >&2; echo "$name: wrong" >&2; exit 1; }
  echo "$name: right"
}

# It reports a line that it ignores, and exits with 0.
verify_unit() { systemd-analyze verify --man=no "$1" 2>&1 | { ! grep "${1##*/}"; }; }
is_formatted() { caddy fmt "$1" | diff - "$1"; }

# The programs and accounts that units name need not exist on this machine.
for unit in systemd/*.service; do
  sed "s#^ExecStart=\S*#ExecStart=$(command -v true)#; s#^User=.*#User=daemon#" "$unit" >"$work/${unit##*/}"
  check "$unit" systemd-analyze verify_unit "$work/${unit##*/}"
done

check caddy/Caddyfile caddy caddy validate --adapter caddyfile --config caddy/Caddyfile
check 'caddy/Caddyfile, format' caddy is_formatted caddy/Caddyfile

# As Debian's nginx.conf includes it, with another certificate.
if command -v nginx >/dev/null; then
  openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=jobs.example.com \
    -keyout "$work/privkey.pem" -out "$work/fullchain.pem" 2>/dev/null
  sed "s#/etc/letsencrypt/live/jobs.example.com#$work#; s#/var/log/nginx#$work#" nginx/job-catalogue.conf >"$work/site.conf"
  echo "pid $work/pid; error_log stderr; events {} http { access_log off; include $work/site.conf; }" >"$work/nginx.conf"
fi
check nginx/job-catalogue.conf nginx nginx -t -q -c "$work/nginx.conf"

# logrotate refuses files that others may write, and reports mistakes without a status.
install -m 0644 logrotate/job-catalogue "$work/logrotate"
is_rotation() { logrotate --debug --state "$work/state" "$1" 2>&1 | { ! grep '^error:'; }; }
check logrotate/job-catalogue logrotate is_rotation "$work/logrotate"

check prometheus/prometheus.yml promtool promtool check config prometheus/prometheus.yml
check prometheus/alerts.test.yml promtool promtool test rules prometheus/alerts.test.yml

# Each expression of the dashboard, as a rule.
bun -e '
  const { panels } = await Bun.file("grafana/dashboard.json").json()
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const rules = expressions.map((expr, index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll("$__rate_interval", "5m"),
  }))
  console.log(JSON.stringify({ groups: [{ name: "dashboard", rules }] }))
' >"$work/dashboard.yml"
check grafana/dashboard.json promtool promtool check rules "$work/dashboard.yml"

if [ ${#missing[@]} -gt 0 ]; then
  echo "not everything was checked: there is no $(printf '%s\n' "${missing[@]}" | sort -u | paste -sd' ')" >&2
  exit 1
fi
echo "all examples are right"
