"""Where a client's options come from, and the headers of its requests."""

import copy
import pickle
import subprocess
import sys
from typing import Any

import pytest

import postseal
from fake_service import FakeService, json_answer
from postseal import AsyncPostseal, Postseal, PostsealError, __version__

PAGE = json_answer({"data": [], "has_more": False, "next_cursor": None})


def service() -> FakeService:
    return FakeService("sync", PAGE)


class TestWhereTheKeyAndTheAddressComeFrom:
    def test_the_options_win_over_the_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("POSTSEAL_API_KEY", "pk_test_env")
        monkeypatch.setenv("POSTSEAL_BASE_URL", "https://env.example")
        fake = service()
        fake.client(base_url="https://mail.example").events.list()
        assert str(fake.only.url) == "https://mail.example/v1/events"
        assert fake.only.headers["Authorization"] == "Bearer pk_test_1"

    def test_the_environment_stands_in_for_absent_options(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("POSTSEAL_API_KEY", " pk_test_env\n")
        monkeypatch.setenv("POSTSEAL_BASE_URL", "https://env.example")
        fake = service()
        fake.client(api_key=None).events.list()
        assert str(fake.only.url) == "https://env.example/v1/events"
        assert fake.only.headers["Authorization"] == "Bearer pk_test_env"

    def test_without_an_address_it_is_the_local_service(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("POSTSEAL_BASE_URL", "")
        fake = service()
        fake.client().events.list()
        assert str(fake.only.url) == "http://localhost:4000/v1/events"

    @pytest.mark.parametrize("api_key", [None, ""])
    def test_without_a_key_it_says_what_to_set(
        self, monkeypatch: pytest.MonkeyPatch, api_key: str | None
    ) -> None:
        monkeypatch.setenv("POSTSEAL_API_KEY", "")
        with pytest.raises(PostsealError, match="POSTSEAL_API_KEY"):
            Postseal(api_key)

    def test_no_key_is_needed_where_the_headers_leave_it_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("POSTSEAL_API_KEY", "")
        fake = FakeService("sync", json_answer({"token": "session-1"}, 201), PAGE)
        client = fake.client(api_key=None, default_headers={"authorization": None})
        token = client.sessions.create({"token": "of-a-link"})["token"]
        client.with_options(api_key=token, default_headers={}).users.list()
        sent = [request.headers.get("Authorization") for request in fake.seen]
        assert sent == [None, "Bearer session-1"]
        with pytest.raises(PostsealError, match="POSTSEAL_API_KEY"):
            client.with_options(default_headers={})

    @pytest.mark.parametrize(
        "api_key",
        ["Bearer pk_1", "pk_1\n", "pk_ä", b"pk_1", 7],
        ids=["word", "line", "letter", "bytes", "int"],
    )
    def test_a_text_that_is_no_key_is_refused_without_showing_it(self, api_key: Any) -> None:
        with pytest.raises(PostsealError, match="api_key") as raised:
            AsyncPostseal(api_key)
        assert "pk_" not in str(raised.value)

    @pytest.mark.parametrize(
        "base_url",
        [
            "https://shop.example/mail",
            "https://shop.example/mail/",
            "https://shop.example/mail/v1",
            "https://shop.example/mail/v1/",
        ],
    )
    def test_an_address_may_have_a_path_a_slash_and_the_version(self, base_url: str) -> None:
        fake = service()
        fake.client(base_url=base_url).events.list({"limit": 5})
        assert str(fake.only.url) == "https://shop.example/mail/v1/events?limit=5"

    @pytest.mark.parametrize(
        "base_url",
        [
            "mail.example",
            "ftp://mail.example",
            "https://u:p@mail.example",
            "https://mail.example/?a=1",
            "",
            "https://mail.example#a",
            "https://",
            "https://mail.example:99999",
            "https://mail .example",
            7,
        ],
    )
    def test_an_unusable_address_is_refused_without_its_password(self, base_url: Any) -> None:
        with pytest.raises(PostsealError, match="base_url") as raised:
            Postseal("pk_test_1", base_url=base_url)
        assert "u:p" not in str(raised.value)


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf"), 2**31, "60", True, None])
def test_a_time_limit_that_no_timer_keeps_is_refused(timeout: Any) -> None:
    with pytest.raises(PostsealError, match="timeout must be seconds"):
        Postseal("pk_test_1", timeout=timeout)


@pytest.mark.parametrize("max_retries", [-1, 1.5, float("nan"), "2", True, None])
def test_a_number_of_retries_that_is_no_count_is_refused(max_retries: Any) -> None:
    with pytest.raises(PostsealError, match="max_retries must be a whole number"):
        Postseal("pk_test_1", max_retries=max_retries)


@pytest.mark.parametrize("client_type", [Postseal, AsyncPostseal])
def test_the_key_does_not_show(client_type: type[Postseal] | type[AsyncPostseal]) -> None:
    client = client_type("pk_secret", base_url="https://mail.example")
    assert repr(client) == f"{client_type.__name__}(base_url='https://mail.example')"
    assert "pk_secret" not in f"{client} {client.messages} {vars(client.messages)} {vars(client)}"


class TestHeaders:
    def test_a_request_names_its_client_in_the_version_of_the_package(self) -> None:
        fake = service()
        fake.client().events.list()
        assert fake.only.headers["User-Agent"] == f"postseal-python/{__version__}"
        assert fake.only.headers["Accept"] == "application/json"

    def test_of_a_call_win_over_those_of_the_client_in_any_case(self) -> None:
        fake = service()
        defaults = {"x-a": "client", "X-B": "client", "User-Agent": "shop/1"}
        fake.client(default_headers=defaults).events.list(headers={"X-A": "call", "user-agent": "shop/2"})
        headers = fake.only.headers
        assert [headers[name] for name in ("X-A", "X-B", "User-Agent")] == ["call", "client", "shop/2"]

    def test_that_are_none_are_left_out(self) -> None:
        fake = service()
        defaults = {"Authorization": None, "X-B": "client"}
        fake.client(default_headers=defaults).events.list(headers={"x-b": None, "User-Agent": None})
        assert {"authorization", "x-b", "user-agent"}.isdisjoint(fake.only.headers)

    def test_are_sent_once_and_as_they_stand(self) -> None:
        fake = service()
        fake.client().events.list(headers={"X-Name": " café "})
        assert [value for name, value in fake.only.headers.raw if name == b"X-Name"] == [
            "café".encode("latin-1")
        ]

    @pytest.mark.parametrize(
        "headers",
        [{"X-A": "a\r\nX-B: b"}, {"X-A": "a\0"}, {"X A": "a"}, {"": "a"}, {"X-A": "€"}, {"X-A": 7}, {7: "a"}],
    )
    def test_that_cannot_be_sent_are_a_mistake_and_no_failure_of_the_network(self, headers: Any) -> None:
        fake = service()
        with pytest.raises(PostsealError, match="cannot be sent"):
            fake.client().events.list(headers=headers)
        with pytest.raises(PostsealError, match="cannot be sent"):
            fake.client(default_headers=headers)
        assert fake.seen == []

    def test_of_all_calls_cannot_be_the_idempotency_key(self) -> None:
        with pytest.raises(PostsealError, match="names one call"):
            Postseal("pk_test_1", default_headers={"idempotency-key": "one"})

    def test_that_change_after_are_not_the_clients(self) -> None:
        fake = service()
        defaults = {"X-A": "before"}
        client = fake.client(default_headers=defaults)
        defaults["X-A"] = "after"
        client.events.list()
        assert fake.only.headers["X-A"] == "before"


class TestWithOptions:
    def test_makes_another_client_of_what_is_given_and_the_rest_as_it_was(self) -> None:
        fake = service()
        client = fake.client(base_url="https://one.example", default_headers={"X-A": "a"})
        other = client.with_options(base_url="https://two.example", api_key="pk_test_2")
        other.with_options(max_retries=0).events.list()
        client.events.list()
        assert [str(request.url.host) for request in fake.seen] == ["two.example", "one.example"]
        assert [request.headers["Authorization"] for request in fake.seen] == [
            "Bearer pk_test_2",
            "Bearer pk_test_1",
        ]
        assert [request.headers["X-A"] for request in fake.seen] == ["a", "a"]

    def test_does_not_go_back_to_the_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("POSTSEAL_BASE_URL", "https://env.example")
        fake = service()
        fake.client(base_url="https://one.example").with_options(timeout=5).events.list()
        assert fake.only.url.host == "one.example"

    def test_is_checked_as_a_new_client_is(self) -> None:
        with pytest.raises(PostsealError, match="timeout"):
            Postseal("pk_test_1").with_options(timeout=0)


def test_a_closed_client_says_so() -> None:
    client = Postseal("pk_test_1")
    with client:
        pass
    with pytest.raises(PostsealError, match="The client is closed"):
        client.events.list()


def test_a_result_knows_its_response_and_keeps_it_when_it_is_copied_or_pickled() -> None:
    fake = FakeService("sync", json_answer({"id": "msg_1"}, 202, {"Request-Id": "req_7", "X-Node": "a"}))
    sent = fake.client().messages.cancel("msg_1", idempotency_key="cancel-1")
    for result in (sent, copy.copy(sent), copy.deepcopy(sent), pickle.loads(pickle.dumps(sent))):
        response = postseal.response_of(result)
        assert (result, response.status, response.request_id) == ({"id": "msg_1"}, 202, "req_7")
        assert (response.headers["x-node"], response.idempotency_key) == ("a", "cancel-1")


@pytest.mark.parametrize("other", [{}, [], None, "x", {"id": "msg_1"}])
def test_what_is_no_result_has_no_response(other: object) -> None:
    with pytest.raises(TypeError, match="response_of takes the result of a method"):
        postseal.response_of(other)


def test_the_package_has_what_it_says_and_loads_it_when_it_is_used() -> None:
    assert all(getattr(postseal, name) is not None for name in postseal.__all__)
    assert set(dir(postseal)) >= set(postseal.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Postsael'"):
        getattr(postseal, "Postsael")  # noqa: B009
    program = (
        "import sys, postseal, postseal.errors, postseal.webhooks\n"
        "loaded = {'httpx2', 'anyio', 'ssl', 'asyncio', 'postseal._generated.types'} & set(sys.modules)\n"
        "assert not loaded, loaded\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=240)
