"""The error that test servers raise."""


class TestServerError(Exception):
    """The test server could not be found or started, or its sink did not answer."""

    __test__ = False
