<?php

declare(strict_types=1);

namespace Postseal\Tests;

use GuzzleHttp\Exception\ConnectException;
use GuzzleHttp\Psr7\Request;
use GuzzleHttp\Psr7\Response;
use PHPUnit\Framework\TestCase;
use Postseal\ApiException;
use Postseal\CallOptions;
use Postseal\Client;
use Postseal\ConnectionException;
use Postseal\Model\UpsertContactRequest;

final class ClientTest extends TestCase
{
    public function testTheKeyIsNowhere(): void
    {
        $failure = new ConnectException(
            'cURL error 7: Failed (see https://curl.example) for https://mail.example.com/v1/x?recipient=ada',
            new Request('GET', 'https://mail.example.com', ['Authorization' => 'Bearer ' . Stub::KEY]),
        );
        $stub = new Stub([Stub::refusal(401, 'invalid_credentials'), $failure, $failure, $failure]);
        $thrown = [];
        for ($call = 0; $call < 2; $call++) {
            try {
                $stub->messages->retrieveMessage('msg_1');
            } catch (ApiException | ConnectionException $exception) {
                $thrown[] = $exception;
            }
        }
        self::assertSame('Bearer ' . Stub::KEY, $stub->request()->getHeaderLine('Authorization'));
        self::assertStringNotContainsString('ada', $thrown[1]->getMessage());
        self::assertSame([3, null], [$thrown[1]->attempts, $thrown[1]->getPrevious()]);
        $client = new Client(Stub::KEY, 'https://mail.example.com');
        foreach ([$client, $client->messages, ...$thrown] as $value) {
            ob_start();
            var_dump($value);
            $texts = [ob_get_clean(), print_r($value, true)];
            if ($value instanceof \Throwable) {
                $texts[] = (string) $value;
                $texts[] = print_r($value->getTrace()[0]['args'] ?? [], true);
            }
            self::assertStringNotContainsString('neverShown', implode($texts));
        }
        $this->expectException(\LogicException::class);
        serialize($client);
    }

    public function testOptionsThatCannotBe(): void
    {
        foreach (
            [
                ['pk_test_neverShown with a space'], ['neverShown', 'mail.example.com'],
                ['pk_1', 'https://neverShown@mail.example'], ['pk_1', 'https://mail.example?x'],
                ['pk_1', '', 0.0], ['pk_1', '', NAN], ['pk_1', '', 1.0, -1],
            ] as $arguments
        ) {
            try {
                new Client(...$arguments);
                self::fail(json_encode($arguments) . ' are taken');
            } catch (\InvalidArgumentException $exception) {
                self::assertStringNotContainsString('neverShown', $exception->getMessage());
            }
        }
        $keys = array_map(static fn (string $key): array => ['idempotencyKey' => $key], ['', 'é', "a\n"]);
        foreach ([...$keys, ['timeout' => 0.0]] as $option) {
            try {
                new CallOptions(...$option);
                self::fail(json_encode($option) . ' is taken');
            } catch (\InvalidArgumentException $exception) {
                self::assertNotSame('', $exception->getMessage());
            }
        }
    }

    public function testAnErrorNamesEveryMistake(): void
    {
        $one = ['path' => '/body/html', 'code' => 'syntax', 'message' => 'has an unknown tag', 'line' => 3, 'column' => 9];
        $two = ['path' => '/body/text', 'code' => 'required', 'message' => 'is required'];
        $expected = [
            'text is required. Mistakes: /body/text is required; /body/html has an unknown tag (line 3, column 9)' =>
                ['text is required. `details` names one more mistake.', [$two, $one]],
            'text is required. (/body/text)' => ['text is required.', [$two]],
            'html has an unknown tag. (/body/html, line 3, column 9)' => ['html has an unknown tag.', [$one]],
            'No.' => ['No.', [null, 'x', ['path' => 1]]],
        ];
        foreach ($expected as $text => [$message, $details]) {
            $error = ['code' => 'validation_failed', 'message' => $message, 'details' => $details];
            $stub = new Stub([Stub::json(['error' => $error], 422)]);
            try {
                $stub->messages->sendMessage(['project_id' => 'prj_1']);
                self::fail('It was not refused.');
            } catch (ApiException $refused) {
                self::assertSame($text, $refused->getMessage());
            }
        }
    }

    public function testARedirectIsNotFollowed(): void
    {
        foreach ([301, 302, 303, 307, 308] as $status) {
            $redirect = new Response($status, ['Location' => 'https://elsewhere.example/']);
            $stub = new Stub([$redirect, $redirect, Stub::json([])]);
            foreach (['sendMessage' => ['project_id' => 'prj_1'], 'retrieveMessage' => 'msg_1'] as $call => $argument) {
                try {
                    $stub->messages->$call($argument);
                    self::fail("{$status} is an answer");
                } catch (ApiException $exception) {
                    self::assertSame($status, $exception->getCode() ?: $exception->status);
                }
            }
            self::assertCount(2, $stub->seen);
            self::assertSame('POST', $stub->request()->getMethod());
        }
    }

    public function testAReplyOfALaterVersion(): void
    {
        $log = [
            'id' => 'log_1', 'added' => ['x' => [1]], 'status' => 'teleported', 'kind' => null,
            'recipient_name' => null,
            'last_reply' => ['code' => 250, 'text' => 'OK', 'more' => 1], 'created_at' => '2026-01-14T09:30:00.120Z',
            'updated_at' => 'one day', 'metadata' => (object) [], 'attempts' => [],
        ];
        $stub = new Stub([Stub::json(['data' => [$log], 'has_more' => false, 'next_cursor' => null, 'added' => true])]);
        $page = $stub->messageLogs->listMessageLogs();
        [$read] = $page->data;
        self::assertSame(['teleported', null, 250, 1, [1], 'one day'], [
            $read->status, $read->recipient_name, $read->last_reply->code, $read->last_reply->more,
            $read->added['x'], $read->updated_at,
        ]);
        self::assertSame('2026-01-14T09:30:00.120000+00:00', $read->created_at->format('Y-m-d\TH:i:s.uP'));
        self::assertTrue($read->has('recipient_name'));
        self::assertFalse($read->has('delivered_at'));
        // It is written as it came.
        self::assertEquals(json_decode(json_encode($log)), json_decode(json_encode($read)));
    }

    public function testNumbersOf64BitsAndAnEventOfAnyType(): void
    {
        $event = ['id' => 'evt_1', 'type' => 'message.teleported', 'data' => ['bytes' => 9007199254740993]];
        $stub = new Stub([Stub::json($event)]);
        $event = $stub->events->retrieveEvent('evt_1');
        self::assertSame(['message.teleported', ['bytes' => 9007199254740993]], [$event->type, $event->data]);
    }

    public function testWhatIsLeftOutNullOrEmpty(): void
    {
        $bodies = [
            '{}' => [],
            '{"name":null}' => ['name' => null],
            '{"properties":{}}' => new UpsertContactRequest(['properties' => []]),
            '{"properties":{"seats":5.0,"plan":"pro"}}' => ['properties' => ['seats' => 5.0, 'plan' => 'pro']],
        ];
        $stub = new Stub(array_fill(0, count($bodies), Stub::json([])));
        foreach (array_values($bodies) as $number => $body) {
            $stub->contacts->upsertContact($body);
            self::assertSame(array_keys($bodies)[$number], (string) $stub->request($number)->getBody());
        }
    }

    public function testAQueryAndIds(): void
    {
        $empty = Stub::json(['data' => [], 'next_cursor' => null]);
        $stub = new Stub([$empty, Stub::json([])]);
        $since = new \DateTime('2026-01-14T10:30:00.12+01:00');
        $stub->messageLogs->listMessageLogs(limit: 5, since: $since, recipient: 'a+b&c@example.com');
        self::assertSame(
            'limit=5&since=2026-01-14T09%3A30%3A00.120Z&recipient=a%2Bb%26c%40example.com',
            $stub->request()->getUri()->getQuery(),
        );
        $stub->messages->retrieveMessage('a/b?c');
        self::assertSame('/v1/messages/a%2Fb%3Fc', $stub->request(1)->getUri()->getPath());
        foreach (['', '.', '..'] as $id) {
            try {
                $stub->messages->retrieveMessage($id);
                self::fail("\"$id\" is taken for an id");
            } catch (\InvalidArgumentException $exception) {
                self::assertStringContainsString('id must be an id', $exception->getMessage());
            }
        }
    }

    public function testACsvIsSentFromItsStartEachTime(): void
    {
        $stub = new Stub([Stub::refusal(503, 'unavailable'), Stub::json([], 202)]);
        $file = fopen('php://temp', 'w+b');
        fwrite($file, "E-mail,Name\r\n");
        $stub->contacts->importContacts($file, 'prj_1', columns: ['email=E-mail', 'name=Name']);
        $query = 'project_id=prj_1&columns=email%3DE-mail&columns=name%3DName';
        self::assertSame($query, $stub->request()->getUri()->getQuery());
        self::assertSame("E-mail,Name\r\n", (string) $stub->request(1)->getBody());
        self::assertSame('text/csv', $stub->request(1)->getHeaderLine('Content-Type'));
    }

    public function testAReplyThatIsNoneIsTriedAgain(): void
    {
        $stub = new Stub([new Response(200, [], '<html>'), new Response(200, [], '7'), Stub::json(['id' => 'msg_1'])]);
        self::assertSame('msg_1', $stub->messages->retrieveMessage('msg_1')->id);
        self::assertCount(3, $stub->seen);
    }

    /** @return array{resource, string} a server that cuts all replies but the last of so many, and its address */
    private static function cutting(int $replies): array
    {
        $command = [PHP_BINARY, __DIR__ . '/cutting-server.php', (string) $replies];
        $process = proc_open($command, [1 => ['pipe', 'w'], 2 => STDERR], $pipes);
        return [$process, 'http://' . trim((string) fgets($pipes[1]))];
    }

    public function testAnExportThatBreaksOffIsTriedAgain(): void
    {
        [$process, $address] = self::cutting(2);
        self::assertSame("id\r\n1\r\n", (string) (new Client('pk_test_1', $address))->messageLogs->exportMessageLogs());
        proc_close($process);
        [$process, $address] = self::cutting(2);
        try {
            (new Client('pk_test_1', $address, maxRetries: 0))->messageLogs->exportMessageLogs();
            self::fail('it is taken for all');
        } catch (ConnectionException $exception) {
            self::assertSame(1, $exception->attempts);
        } finally {
            proc_terminate($process, 9);
            proc_close($process);
        }
    }

    public function testTheTimeOfAnAttempt(): void
    {
        // It accepts connections, and never answers.
        $silent = stream_socket_server('tcp://127.0.0.1:0');
        $client = new Client('pk_test_1', 'http://' . stream_socket_get_name($silent, false), 60, 0);
        $this->expectException(ConnectionException::class);
        $client->messages->retrieveMessage('msg_1', new CallOptions(timeout: 0.05));
    }
}
