# Made from _async/resources/automations.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op
from ..._requests import definition_body

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import (
        Automation,
        AutomationList,
        AutomationRun,
        AutomationRunDetail,
        AutomationRunList,
        AutomationSimulation,
        AutomationStats,
        AutomationTriggered,
        AutomationVersion,
        AutomationVersionList,
        CreateAutomationRequest,
        CreateAutomationVersionRequest,
        ListAutomationRunsQuery,
        ListAutomationsQuery,
        ListAutomationVersionsQuery,
        PublishAutomationRequest,
        RetryAutomationRunsRequest,
        SimulateAutomationRequest,
        TriggerAutomationRequest,
        UpdateAutomationRequest,
    )
    from ..pagination import Page
    from ..transport import Transport


class Automations:
    """Steps that run for each contact who does something. Needs a session: API keys have no access."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @body_first
    def create(self, body: CreateAutomationRequest, **options: Unpack[MutationOptions]) -> Automation:
        """Create a draft with its version 1. No run starts before `publish`.

        Raises ValidationError, whose `details` give the position of each mistake in the steps.
        """
        return self._transport.mutate(
            op.CREATE_AUTOMATION, options, body=definition_body(body, "automations.create(body): body")
        )

    def list(
        self, query: ListAutomationsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[Automation, AutomationList]:
        """List automations, newest first, without the content of their versions."""
        return self._transport.list(op.LIST_AUTOMATIONS, options, query=query)

    def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Automation:
        """Return one automation without the content of its versions. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_AUTOMATION, options, ids={"id": id})

    def update(
        self, id: str, body: UpdateAutomationRequest, **options: Unpack[MutationOptions]
    ) -> Automation:
        """Rename an automation. To change anything else, create a new version. Raises NotFoundError."""
        return self._transport.mutate(op.UPDATE_AUTOMATION, options, ids={"id": id}, body=body)

    def create_version(
        self, id: str, body: CreateAutomationVersionRequest, **options: Unpack[MutationOptions]
    ) -> AutomationVersion:
        """Create the next version. It changes nothing until it is published.

        Raises NotFoundError, or ValidationError whose `details` give the position of each mistake.
        """
        return self._transport.mutate(
            op.CREATE_AUTOMATION_VERSION,
            options,
            ids={"id": id},
            body=definition_body(body, "automations.create_version(body): body"),
        )

    def list_versions(
        self, id: str, query: ListAutomationVersionsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[AutomationVersion, AutomationVersionList]:
        """List the versions of an automation, newest first. Raises NotFoundError."""
        return self._transport.list(op.LIST_AUTOMATION_VERSIONS, options, ids={"id": id}, query=query)

    def retrieve_version(
        self, id: str, version: int, **options: Unpack[RequestOptions]
    ) -> AutomationVersion:
        """Return one version as you created it. Raises NotFoundError."""
        return self._transport.read(
            op.RETRIEVE_AUTOMATION_VERSION, options, ids={"id": id, "version": version}
        )

    def publish(
        self, id: str, body: PublishAutomationRequest, **options: Unpack[MutationOptions]
    ) -> Automation:
        """Publish a version for new runs. Runs that have already started keep their version.

        A draft becomes active. Publish an older version to roll back. Needs an admin's session. Raises
        NotFoundError, ValidationError if something that the version uses is missing, or APIError with the
        code `invalid_state`.
        """
        return self._transport.mutate(op.PUBLISH_AUTOMATION, options, ids={"id": id}, body=body)

    def pause(self, id: str, **options: Unpack[MutationOptions]) -> Automation:
        """Pause an automation: no new runs start, and active runs are held, until `resume`.

        Queued mail is still delivered. Needs an admin's session. Raises NotFoundError, or APIError with the
        code `invalid_state`.
        """
        return self._transport.mutate(op.PAUSE_AUTOMATION, options, ids={"id": id})

    def resume(self, id: str, **options: Unpack[MutationOptions]) -> Automation:
        """Resume an automation and the runs that were held.

        Needs an admin's session. Raises NotFoundError, or APIError with the code `invalid_state`.
        """
        return self._transport.mutate(op.RESUME_AUTOMATION, options, ids={"id": id})

    def archive(self, id: str, **options: Unpack[MutationOptions]) -> Automation:
        """End an automation permanently and cancel its runs. Needs an admin's session.

        Raises NotFoundError.
        """
        return self._transport.mutate(op.ARCHIVE_AUTOMATION, options, ids={"id": id})

    def trigger(
        self, id: str, body: TriggerAutomationRequest, **options: Unpack[MutationOptions]
    ) -> AutomationTriggered:
        """Start a run for a contact, if the automation admits the contact.

        `outcome` says whether a run started, and `reason` why not. Needs an admin's session. Raises
        NotFoundError, ValidationError, or APIError with the code `invalid_state`.
        """
        return self._transport.mutate(op.TRIGGER_AUTOMATION, options, ids={"id": id}, body=body)

    def simulate(
        self, id: str, body: SimulateAutomationRequest, **options: Unpack[RequestOptions]
    ) -> AutomationSimulation:
        """Return a contact's path through a version, without waiting for the delays.

        The reply contains the reason for each step and the mails. Nothing is sent or stored. Raises
        NotFoundError or ValidationError.
        """
        return self._transport.read(op.SIMULATE_AUTOMATION, options, ids={"id": id}, body=body)

    def retrieve_stats(self, id: str, **options: Unpack[RequestOptions]) -> AutomationStats:
        """Return the number of runs and the steps they are at. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_AUTOMATION_STATS, options, ids={"id": id})

    def list_runs(
        self, id: str, query: ListAutomationRunsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[AutomationRun, AutomationRunList]:
        """List the runs of an automation, newest first. Raises NotFoundError."""
        return self._transport.list(op.LIST_AUTOMATION_RUNS, options, ids={"id": id}, query=query)

    def retrieve_run(
        self, id: str, run_id: str, **options: Unpack[RequestOptions]
    ) -> AutomationRunDetail:
        """Return one run with its data and its steps. Raises NotFoundError."""
        return self._transport.read(
            op.RETRIEVE_AUTOMATION_RUN, options, ids={"id": id, "run_id": run_id}
        )

    def cancel_run(self, id: str, run_id: str, **options: Unpack[MutationOptions]) -> AutomationRun:
        """Cancel an active run. Mail that it has already queued is still delivered.

        Needs an admin's session. Raises NotFoundError, or APIError with the code `invalid_state`.
        """
        return self._transport.mutate(
            op.CANCEL_AUTOMATION_RUN, options, ids={"id": id, "run_id": run_id}
        )

    def retry_run(self, id: str, run_id: str, **options: Unpack[MutationOptions]) -> AutomationRun:
        """Retry a failed run from the step that failed.

        Needs an admin's session. Raises NotFoundError, or APIError with the code `invalid_state`.
        """
        return self._transport.mutate(
            op.RETRY_AUTOMATION_RUN, options, ids={"id": id, "run_id": run_id}
        )

    def retry_runs(
        self, id: str, body: RetryAutomationRunsRequest | None = None, **options: Unpack[MutationOptions]
    ) -> Automation:
        """Retry all failed runs, or only those of a version, step or error.

        Each run continues from the step that failed. One call covers up to 10,000 runs, oldest first, and
        returns immediately. Read the progress from `retry` in the result of `retrieve`. Needs an admin's
        session. Raises NotFoundError, or APIError with the code `invalid_state`.
        """
        return self._transport.mutate(
            op.RETRY_AUTOMATION_RUNS, options, ids={"id": id}, body={} if body is None else body
        )
