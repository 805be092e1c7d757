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
    """Steps for each contact that does something. Needs a session: no key may see or change automations."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @body_first
    def create(self, body: CreateAutomationRequest, **options: Unpack[MutationOptions]) -> Automation:
        """Create a draft with its version 1; nothing starts before `publish`.

        Raises ValidationError, whose `details` have the place of each mistake in the steps.
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
        """Rename an automation; a new version changes everything else. Raises NotFoundError."""
        return self._transport.mutate(op.UPDATE_AUTOMATION, options, ids={"id": id}, body=body)

    def create_version(
        self, id: str, body: CreateAutomationVersionRequest, **options: Unpack[MutationOptions]
    ) -> AutomationVersion:
        """Create the next version, which changes nothing before it is published.

        Raises NotFoundError, or ValidationError whose `details` have the place of each mistake.
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
        """Return one version as it was given. Raises NotFoundError."""
        return self._transport.read(
            op.RETRIEVE_AUTOMATION_VERSION, options, ids={"id": id, "version": version}
        )

    def publish(
        self, id: str, body: PublishAutomationRequest, **options: Unpack[MutationOptions]
    ) -> Automation:
        """Have new runs follow a version, while runs that are under way keep theirs.

        A draft becomes active. Publishing an older version is a roll-back. Needs an admin's session. Raises
        NotFoundError, ValidationError where something that the version uses is missing, or APIError of the
        code `invalid_state`.
        """
        return self._transport.mutate(op.PUBLISH_AUTOMATION, options, ids={"id": id}, body=body)

    def pause(self, id: str, **options: Unpack[MutationOptions]) -> Automation:
        """Start no more runs, and hold those that are under way, until `resume`.

        Mail that was queued is still delivered. Needs an admin's session. Raises NotFoundError, or APIError
        of the code `invalid_state`.
        """
        return self._transport.mutate(op.PAUSE_AUTOMATION, options, ids={"id": id})

    def resume(self, id: str, **options: Unpack[MutationOptions]) -> Automation:
        """Go on with the runs that were held.

        Needs an admin's session. Raises NotFoundError, or APIError of the code `invalid_state`.
        """
        return self._transport.mutate(op.RESUME_AUTOMATION, options, ids={"id": id})

    def archive(self, id: str, **options: Unpack[MutationOptions]) -> Automation:
        """End an automation for good, and cancel its runs. Needs an admin's session. Raises NotFoundError."""
        return self._transport.mutate(op.ARCHIVE_AUTOMATION, options, ids={"id": id})

    def trigger(
        self, id: str, body: TriggerAutomationRequest, **options: Unpack[MutationOptions]
    ) -> AutomationTriggered:
        """Start a run for a contact, if the automation lets the contact in.

        `outcome` says whether it did, and `reason` why not. Needs an admin's session. Raises NotFoundError,
        ValidationError, or APIError of the code `invalid_state`.
        """
        return self._transport.mutate(op.TRIGGER_AUTOMATION, options, ids={"id": id}, body=body)

    def simulate(
        self, id: str, body: SimulateAutomationRequest, **options: Unpack[RequestOptions]
    ) -> AutomationSimulation:
        """Return the path of a contact through a version, as if time passed at once.

        The reply has the reasons and the mails. Nothing is sent or stored. Raises NotFoundError or
        ValidationError.
        """
        return self._transport.read(op.SIMULATE_AUTOMATION, options, ids={"id": id}, body=body)

    def retrieve_stats(self, id: str, **options: Unpack[RequestOptions]) -> AutomationStats:
        """Return how many runs there are and where they are. Raises NotFoundError."""
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
        """End a run that is under way; mail that it has queued is still delivered.

        Needs an admin's session. Raises NotFoundError, or APIError of the code `invalid_state`.
        """
        return self._transport.mutate(
            op.CANCEL_AUTOMATION_RUN, options, ids={"id": id, "run_id": run_id}
        )

    def retry_run(self, id: str, run_id: str, **options: Unpack[MutationOptions]) -> AutomationRun:
        """Have a failed run go on at the step that failed.

        Needs an admin's session. Raises NotFoundError, or APIError of the code `invalid_state`.
        """
        return self._transport.mutate(
            op.RETRY_AUTOMATION_RUN, options, ids={"id": id, "run_id": run_id}
        )

    def retry_runs(
        self, id: str, body: RetryAutomationRunsRequest | None = None, **options: Unpack[MutationOptions]
    ) -> Automation:
        """Have the failed runs go on, all of them or those of a version, step or error.

        Each goes on at the step that failed. One call takes up to 10,000 runs, the oldest first, and returns
        at once: `retry` of `retrieve` has the progress. Needs an admin's session. Raises NotFoundError, or
        APIError of the code `invalid_state`.
        """
        return self._transport.mutate(
            op.RETRY_AUTOMATION_RUNS, options, ids={"id": id}, body={} if body is None else body
        )
