// Words that people use for the same thing. The pages have some of them, a question may have any.
import { stemOf } from './words.js'

/** Each line: a word, and what it may be called as well. */
const lines = `
email mail message
user colleague teammate member person coworker staff
team user member
invite add user
gdpr erasure erase dsgvo privacy
delete remove erase
verify authenticate confirm check
verification verify check dns
domain dns sender
dns record cname txt
bounce undeliverable ndr dsn refuse
bounce fail reject
fail failure error reject refuse
schedule later delay future postpone scheduled_at
reschedule schedule
spam junk inbox
spam complaint
deliverability inbox reputation spam
reputation warmup
complaint complain abuse fbl
token credential key secret apikey
credential key password login
secret key
unsubscribe optout list_unsubscribe
subscribe optin subscription
subscriber contact list
audience contact segment list
newsletter campaign bulk
broadcast campaign
blast campaign
mass campaign bulk
bulk batch
drip automation
sequence automation
workflow automation
journey automation
onboarding automation
welcome automation
autoresponder automation
signin login logon
sso oidc saml okta identity provider
mfa passkey 2fa totp webauthn
role permission
access role
attachment attach file pdf
image picture logo content_id
inline content_id cid
personalize variable template
personalization variable template
placeholder variable
substitution variable
merge variable
handlebars liquid template
mustache liquid template
html template
theme layout
webhook callback endpoint notification event
notify webhook event
signature sign hmac verify
receive inbound incoming
parse inbound
reply answer reply_to
retry resend again
duplicate twice idempotency idempotent once
queue pending backlog waiting
stuck queue queued
slow late latency
statistic analytics metric figure
dashboard console grafana
admin console
ui console
report statistic
metric prometheus grafana
pixel open tracking
track tracking open click
click link
limit quota maximum max
size limit maximum
throttle ratelimit rate limit
429 rate_limited ratelimit
423 sending_halted halt
401 invalid_credentials missing_credentials
403 insufficient_scope
409 invalid_state idempotency_conflict
422 validation_failed
413 payload_too_large
blacklist blocklist dnsbl rbl
suppress suppression blocklist blacklist
whitelist allowlist allow
ssl tls certificate
tls starttls certificate
https tls certificate
letsencrypt certificate acme caddy
port 25 587 listen
ip address source
dedicated source pool
warmup ramp
proxy nginx caddy
docker container compose image
kubernetes helm
upgrade update version
migrate move switch
import upload csv
csv import export
export download
backup restore dump
postgres postgresql database
cluster machine scale
scale machine scaling
ha machine
redundancy machine replica
failover machine replica
history log
activity log audit event
audit log
sandbox test sink
mock test sink
local localhost sink
dev test sink
environment variable configuration
env variable configuration
settings configuration variable
config configuration
retention keep
from sender from_email
sender from domain
tag category metadata
label category metadata
custom own
header headers
filter search
find search
search find
rotate replace renew
revoke stop
cancel stop unschedule
pause halt
preview render
language locale translation
segment filter
node nodejs javascript typescript
javascript typescript
nextjs typescript
php laravel symfony
ruby rails
flask python django
fastapi python
golang go
sdk client library
cli command
mcp agent ai llm
ai agent llm
relay smarthost
gmail google
outlook microsoft hotmail
install production
deploy production container
hosting production
host production
vps production
server production
start begin
timeout wait
tenant workspace
organization workspace
customer contact workspace
permanent hard
temporary deferred soft
soft deferred
hard bounce
greylist deferred
reset password
expire expiry
crash restart die
down health
alert monitor
monitoring alert prometheus
uptime health monitor
healthcheck health ready
probe health ready
tutorial start quick
azure entra microsoft
entra azure microsoft
365 microsoft
bot machine scanner
crawler machine scanner
firewall network private port
nat private firewall
spammy spam
purge delete retention
cleanup retention delete
store keep save
downgrade rollback version
revert rollback
sqlite embedded pglite
resubscribe subscribe optin
vacation automatic auto_reply
arm processor
arm64 processor arm
upload attach import
notification webhook event
popup console
graph statistic
clip cut
ban block blocklist
unblock remove allow
logout session signout
signup subscribe contact
invoice attachment message
receipt message
increase grow rise
employee user member
ramp warmup
inherit layout partial
branded custom host
client customer
choose topic preference
group list
large size limit
big size limit
huge large
tomorrow schedule
weekly schedule
cron schedule
day wait
spoof dmarc authenticate
phishing abuse
deactivate disable archive
suspend halt disable
hack leak
steal leak
compromise leak
photo image
footer layout partial
speed concurrency throughput
fast speed
color appearance
brand appearance
unreachable down
offline down
freeze hang block
`

const others = new Map()
for (const line of lines.trim().split('\n')) {
  const [first, ...rest] = line.split(' ').map(stemOf)
  others.set(first, [...(others.get(first) ?? []), ...rest])
}

/** Returns what else the thing of a word may be called. */
export function synonymsOf(stem) {
  return others.get(stem) ?? []
}
