# Made from _async/resources/campaigns.py by scripts/python/unasync.mjs. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._body_first import body_first
from ..._generated import operations as op
from ..._requests import message_body

if TYPE_CHECKING:
    from typing import Unpack

    from ..._options import MutationOptions, RequestOptions
    from ...types import (
        Campaign,
        CampaignCheck,
        CampaignList,
        CampaignPreview,
        CampaignRecipient,
        CampaignRecipientList,
        CampaignStats,
        CampaignTest,
        CreateCampaignRequest,
        ListCampaignRecipientsQuery,
        ListCampaignsQuery,
        PausedCampaign,
        PreviewCampaignRequest,
        RetriedCampaign,
        ScheduleCampaignRequest,
        TestCampaignRequest,
        UpdateCampaignRequest,
    )
    from ..pagination import Page
    from ..transport import Transport


class Campaigns:
    """One mail to many contacts.

    Needs the scope `campaigns:*`: with `messages:send` for what sends, and with `contacts:*` for what shows
    contacts.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @body_first
    def create(self, body: CreateCampaignRequest, **options: Unpack[MutationOptions]) -> Campaign:
        """Create a draft. Nothing is sent before `schedule`. Raises ValidationError."""
        return self._transport.mutate(
            op.CREATE_CAMPAIGN, options, body=message_body(body, "campaigns.create(body): body")
        )

    def list(
        self, query: ListCampaignsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[Campaign, CampaignList]:
        """List campaigns, newest first."""
        return self._transport.list(op.LIST_CAMPAIGNS, options, query=query)

    def retrieve(self, id: str, **options: Unpack[RequestOptions]) -> Campaign:
        """Return one campaign with its progress. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_CAMPAIGN, options, ids={"id": id})

    def update(
        self, id: str, body: UpdateCampaignRequest, **options: Unpack[MutationOptions]
    ) -> Campaign:
        """Change a draft or a scheduled campaign.

        While a campaign is sending or paused, you can only change `rate_per_hour`. A session needs the
        role admin unless the campaign is a draft. Raises NotFoundError, ValidationError, or APIError with the
        code `invalid_state`.
        """
        return self._transport.mutate(
            op.UPDATE_CAMPAIGN,
            options,
            ids={"id": id},
            body=message_body(body, "campaigns.update(body): body"),
        )

    def delete(self, id: str, **options: Unpack[MutationOptions]) -> None:
        """Delete a draft, or a sent or cancelled campaign, with its list of recipients.

        Its messages stay. A session needs the role admin. Raises NotFoundError, or APIError with the code
        `invalid_state`.
        """
        self._transport.mutate(op.DELETE_CAMPAIGN, options, ids={"id": id})

    def schedule(
        self, id: str, body: ScheduleCampaignRequest | None = None, **options: Unpack[MutationOptions]
    ) -> Campaign:
        """Schedule a draft for `scheduled_at` or for now, or reschedule a scheduled campaign.

        A session needs the role admin. Raises NotFoundError, ValidationError if something is missing, such as
        `unsubscribe_url` in the mail, or APIError with the code `invalid_state`.
        """
        return self._transport.mutate(
            op.SCHEDULE_CAMPAIGN, options, ids={"id": id}, body={} if body is None else body
        )

    def unschedule(self, id: str, **options: Unpack[MutationOptions]) -> Campaign:
        """Turn a scheduled campaign back into a draft.

        A session needs the role admin. Raises NotFoundError, or APIError with the code `invalid_state`.
        """
        return self._transport.mutate(op.UNSCHEDULE_CAMPAIGN, options, ids={"id": id})

    def pause(self, id: str, **options: Unpack[MutationOptions]) -> PausedCampaign:
        """Pause a campaign. No more mail is sent until `resume`.

        `in_flight` is the number of mails that were being delivered and can still arrive. A session needs
        the role admin. Raises NotFoundError, or APIError with the code `invalid_state`.
        """
        return self._transport.mutate(op.PAUSE_CAMPAIGN, options, ids={"id": id})

    def resume(self, id: str, **options: Unpack[MutationOptions]) -> Campaign:
        """Resume a paused campaign where it stopped.

        A session needs the role admin. Raises NotFoundError, or APIError with the code `invalid_state`.
        """
        return self._transport.mutate(op.RESUME_CAMPAIGN, options, ids={"id": id})

    def cancel(self, id: str, **options: Unpack[MutationOptions]) -> PausedCampaign:
        """Cancel a campaign permanently. No more mail is sent.

        `in_flight` is the number of mails that were being delivered and can still arrive. A session needs
        the role admin. Raises NotFoundError, or APIError with the code `invalid_state`.
        """
        return self._transport.mutate(op.CANCEL_CAMPAIGN, options, ids={"id": id})

    def retry(self, id: str, **options: Unpack[MutationOptions]) -> RetriedCampaign:
        """Retry the recipients whose mail could not be rendered.

        A session needs the role admin. Raises NotFoundError, or APIError with the code `invalid_state`.
        """
        return self._transport.mutate(op.RETRY_CAMPAIGN, options, ids={"id": id})

    def check(self, id: str, **options: Unpack[RequestOptions]) -> CampaignCheck:
        """Return what prevents scheduling the campaign, and how many contacts would get its mail.

        Contacts who would not get the mail are counted by reason. Nothing is sent. Raises NotFoundError.
        """
        return self._transport.read(op.CHECK_CAMPAIGN, options, ids={"id": id})

    def preview(
        self, id: str, body: PreviewCampaignRequest | None = None, **options: Unpack[RequestOptions]
    ) -> CampaignPreview:
        """Return the mail as a contact would get it, whether the contact would get it, and why.

        Without `contact_id`, the service chooses a contact of the audience. Raises NotFoundError, or
        ValidationError with the code `template_render_failed`.
        """
        return self._transport.read(
            op.PREVIEW_CAMPAIGN, options, ids={"id": id}, body={} if body is None else body
        )

    def test(
        self, id: str, body: TestCampaignRequest, **options: Unpack[MutationOptions]
    ) -> CampaignTest:
        """Send the mail to up to five addresses. The test does not count in the campaign.

        Raises NotFoundError, ValidationError or SendingHaltedError.
        """
        return self._transport.mutate(op.TEST_CAMPAIGN, options, ids={"id": id}, body=body)

    def list_recipients(
        self, id: str, query: ListCampaignRecipientsQuery | None = None, **options: Unpack[RequestOptions]
    ) -> Page[CampaignRecipient, CampaignRecipientList]:
        """List the recipients with the outcome of each, newest contacts first. Raises NotFoundError."""
        return self._transport.list(op.LIST_CAMPAIGN_RECIPIENTS, options, ids={"id": id}, query=query)

    def retrieve_stats(self, id: str, **options: Unpack[RequestOptions]) -> CampaignStats:
        """Return the outcomes of the recipients, all counted at the same moment. Raises NotFoundError."""
        return self._transport.read(op.RETRIEVE_CAMPAIGN_STATS, options, ids={"id": id})
