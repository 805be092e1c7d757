"""The sink of `postseal.testing`, and its mails."""

from __future__ import annotations

import pickle
import re
from concurrent.futures import ThreadPoolExecutor

import anyio
import pytest

from postseal.testing import AsyncSink, MailAddress, MailTimeoutError, Sink, TestServerError
from postseal.testing.mail import links_of, mail_of
from support.fake_sink import sink_of, view


def test_lists_the_mails_of_all_pages_and_those_that_match() -> None:
    with sink_of(view("c"), view("b"), view("a")) as (sink, fake):
        assert [mail.id for mail in sink.list()] == ["c", "b", "a"]
        assert [mail.id for mail in sink.list(subject="of a")] == ["a"]
        assert [mail.id for mail in sink.list(subject=re.compile("[bc]$"))] == ["c", "b"]
        sink.list(to="ada+1@example.com")
        assert fake.asked[-2] == "GET /sink/messages?limit=100&to=ada%2B1%40example.com"


def test_returns_a_mail_that_is_there_and_waits_for_one_that_is_not() -> None:
    with sink_of(view("c"), view("b"), view("a")) as (sink, fake), ThreadPoolExecutor() as pool:
        assert sink.wait_for_mail(subject="of a").id == "a"
        waiting = pool.submit(sink.wait_for_mail, subject="of d", timeout=180)
        fake.wait_for_requests(len(fake.asked) + 2)
        fake.mails[:0] = [view("e"), view("d")]
        assert waiting.result(20).id == "d"


def test_finds_a_mail_that_was_stored_after_a_newer_one() -> None:
    with sink_of(view("c"), view("a")) as (sink, fake), ThreadPoolExecutor() as pool:
        waiting = pool.submit(sink.wait_for_mail, subject="of b", timeout=180)
        fake.wait_for_requests(2)
        fake.mails.insert(1, view("b"))
        assert waiting.result(20).id == "b"


def test_says_what_there_is_instead_where_none_comes() -> None:
    with sink_of(view("b"), view("a")) as (sink, _):
        with pytest.raises(MailTimeoutError) as raised:
            sink.wait_for_mail(to="ada@example.com", subject=re.compile("reset"), timeout=0.03)
        assert str(raised.value) == (
            "No mail to ada@example.com with the subject /reset/ came within 0.03 s. The sink has:\n"
            "to ada@example.com: Subject of b\nto ada@example.com: Subject of a"
        )
        assert [mail.id for mail in raised.value.mails] == ["b", "a"]
        copy = pickle.loads(pickle.dumps(raised.value))
        assert (str(copy), copy.mails) == (str(raised.value), raised.value.mails)
        sink.clear()
        with pytest.raises(MailTimeoutError, match=r"^No mail came within 0 s\. The sink is empty\.$"):
            sink.wait_for_mail(timeout=0)


def test_fetches_the_bytes_of_an_attachment() -> None:
    file = {"filename": "a", "content_type": "text/plain", "size": 5, "content_id": None}
    with sink_of(view("a", attachments=[file, file])) as (sink, fake):
        attachment = sink.list()[0].attachments[1]
        assert (attachment.filename, attachment.content_type, attachment.size) == ("a", "text/plain", 5)
        assert attachment.content() == b"Hello"
        assert fake.asked[-1] == "GET /sink/messages/a/attachments/1"


def test_a_sink_that_does_not_answer_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TestServerError, match=r"^The sink at .* cannot be reached\. Has the server ended\?$"):
        Sink("http://127.0.0.1:1/sink/messages").list()
    # And no proxy is asked for it.
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    with sink_of() as (sink, _):
        assert sink.list() == []
        with pytest.raises(TestServerError, match=r"answered 404: There is nothing here\.$"):
            Sink(sink.url + "s").list()


@pytest.mark.anyio
async def test_is_there_for_coroutines() -> None:
    with sink_of(view("b"), view("a")) as (sink, fake):
        mails = AsyncSink(sink.url)
        assert [mail.id for mail in await mails.list(subject="of")] == ["b", "a"]
        assert (await mails.wait_for_mail(subject="of a")).id == "a"
        with pytest.raises(MailTimeoutError):
            await mails.wait_for_mail(subject="of c", timeout=0.01)
        await mails.clear()
        assert fake.mails == []


@pytest.mark.anyio
async def test_lets_other_tasks_run_and_ends_with_a_cancellation() -> None:
    with sink_of(view("a")) as (sink, fake):
        mails = AsyncSink(sink.url)
        with anyio.fail_after(20):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(mails.wait_for_mail)
                tasks.start_soon(_never, mails)
                await anyio.to_thread.run_sync(fake.wait_for_requests, 3)
                tasks.cancel_scope.cancel()


async def _never(mails: AsyncSink) -> None:
    await mails.wait_for_mail(subject="never", timeout=1000)


def test_a_mail_has_the_addresses_of_its_header() -> None:
    headers = {
        "from": '"Shop, The" <a@shop.example>',
        "to": ['Ada <ada@x.example>, "B, \\"b\\"" <b@x.example>', "c@x.example, nonsense"],
    }
    mail = mail_of(view("a", headers=headers), "http://sink")
    assert mail.from_ == MailAddress("a@shop.example", "Shop, The")
    assert mail.to == [
        MailAddress("ada@x.example", "Ada"),
        MailAddress("b@x.example", 'B, "b"'),
        MailAddress("c@x.example"),
    ]
    nobody = mail_of(view("a", headers={"from": "nonsense"}), "http://sink")
    assert (nobody.from_, nobody.to) == (None, [])


def test_a_mail_has_its_links_without_the_punctuation_around_them() -> None:
    text = """Follow https://shop.example/a?b=c&d=1. Or (https://shop.example/b), "https://shop.example/c"!
      <https://shop.example/d> https://en.example/wiki/E_(mail) https://shop.example/a?b=c&d=1"""
    html = """<a class=x href="https://shop.example/a?b=c&amp;d=1">A</a><a href='http://shop.example/e'>E</a>
      <a href="mailto:a@shop.example">M</a><img src="https://shop.example/i.png">"""
    assert links_of(text, html) == [
        "https://shop.example/a?b=c&d=1",
        "https://shop.example/b",
        "https://shop.example/c",
        "https://shop.example/d",
        "https://en.example/wiki/E_(mail)",
        "http://shop.example/e",
    ]
    assert len(mail_of(view("a", text=text), "http://sink").links) == 5
    assert links_of(None, None) == []


def test_a_mail_travels_between_processes() -> None:
    mail = mail_of(view("a", text="https://shop.example"), "http://sink")
    assert pickle.loads(pickle.dumps(mail)) == mail
