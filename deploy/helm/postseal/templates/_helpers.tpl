{{- define "postseal.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "postseal.selector" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "postseal.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{ include "postseal.selector" . }}
{{- end -}}

{{- define "postseal.secret" -}}
{{- default (include "postseal.fullname" .) .Values.existingSecret -}}
{{- end -}}

{{- define "postseal.serviceAccount" -}}
{{- default (include "postseal.fullname" .) .Values.serviceAccount.name -}}
{{- end -}}

{{/* Fails if the processes cannot work together. */}}
{{- define "postseal.check" -}}
{{- if not (or .Values.transport .Values.existingSecret (get .Values.secret "POSTSEAL_TRANSPORT")) -}}
{{- fail "transport is required: sink, mx or a relay." -}}
{{- end -}}
{{- $pods := dict -}}
{{- range $name, $process := .Values.processes -}}
{{- range $process.roles -}}
{{- $_ := set $pods . (add (get $pods . | default 0) $process.replicas) -}}
{{- end -}}
{{- end -}}
{{- range list "api" "delivery" "webhooks" "scheduler" "programs" -}}
{{- if not (get $pods .) -}}
{{- fail (printf "No process has the role %s: put it into one of `processes`." .) -}}
{{- end -}}
{{- end -}}
{{- if gt (get $pods "sink" | default 0 | int) 1 -}}
{{- fail "Only one pod can have the role sink: each pod would have a part of the mail." -}}
{{- end -}}
{{- if and .Values.inbound.service.enabled (not (get $pods "inbound")) -}}
{{- fail "inbound.service needs a process with the role inbound." -}}
{{- end -}}
{{- end -}}
