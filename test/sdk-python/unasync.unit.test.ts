import { expect, test } from 'vitest'
import { script } from './scripts.js'

/** The synchronous half of the Python client is made from the asynchronous one, token by token. */

const { unasync } = await script('unasync.mjs')

test.each([
  ['a function', 'async def f() -> None:\n    await g()', 'def f() -> None:\n    g()'],
  ['what is awaited in an expression', 'return (await f()).body', 'return (f()).body'],
  ['a block', 'async with a as b:\n    pass', 'with a as b:\n    pass'],
  ['a loop', '[row async for row in rows]', '[row for row in rows]'],
  ['a class', 'class AsyncMessages(_AsyncBase):', 'class Messages(_Base):'],
  ['the client', 'AsyncPostseal(http_client=httpx2.AsyncClient())', 'Postseal(http_client=httpx2.Client())'],
  ['a pager, which is a page', '-> AsyncPager[Message, MessageList]:', '-> Page[Message, MessageList]:'],
  ['a page', '-> AsyncPage[Message, MessageList]:', '-> Page[Message, MessageList]:'],
  ['a protocol', 'async def __aenter__(self): ...', 'def __enter__(self): ...'],
  ['the end of an iterator', 'raise StopAsyncIteration', 'raise StopIteration'],
  ['a call of the HTTP library', 'await reply.aread(); await reply.aclose()', 'reply.read(); reply.close()'],
  ['a module', 'from ._async.client import AsyncPostseal', 'from ._sync.client import Postseal'],
  ['something to await', 'f: Callable[[int], Awaitable[list[str]]]', 'f: Callable[[int], list[str]]'],
  ['a generator', 'def f() -> AsyncGenerator[str, None]: ...', 'def f() -> Generator[str, None]: ...'],
  ['the place of a name in a text', 'f"{await f(x)} of {AsyncX}"', 'f"{f(x)} of {X}"'],
])('%s', (_what, source, made) => {
  expect(unasync(source)).toBe(made)
})

test.each([
  'asynchronous = awaited + anext_of + my_async',
  'print("asynchronous code may await it, or be async")',
  '# They await it in async code.',
  "s = 'it is \\' # awaited'",
  'r"\\d" + b"async" + """await it"""',
])('other words stay: %s', (source) => {
  expect(unasync(source)).toBe(source)
})

test('code in a docstring and in a comment is code', () => {
  expect(unasync('"""`async with AsyncPostseal() as c: await c.messages.send({})`"""')).toBe(
    '"""`with Postseal() as c: c.messages.send({})`"""',
  )
  expect(unasync('x = 1  # as in `await client.aclose()`')).toBe('x = 1  # as in `client.close()`')
})

test('a number sign in a text begins no comment, and a quote in a comment no text', () => {
  expect(unasync('a = "#"; await f("\'")  # don\'t\nawait g("x")')).toBe('a = "#"; f("\'")  # don\'t\ng("x")')
})

test('imports stand in the order of their new names, each once', () => {
  expect(unasync('from collections.abc import AsyncIterator, Awaitable, Callable, Iterator')).toBe(
    'from collections.abc import Callable, Iterator',
  )
  expect(
    unasync('    from .pagination import (\n        AsyncPage,\n        AsyncPager,\n        MAX,\n    )'),
  ).toBe('    from .pagination import (\n        MAX,\n        Page,\n    )')
})

test.each(['import anyio', 'def f() -> Coroutine[None, None, str]: ...', 'asyncio.sleep(1)'])(
  'what has no synchronous form is refused: %s',
  (source) => {
    expect(() => unasync(source)).toThrow(/has no synchronous form/)
  },
)
