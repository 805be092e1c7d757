<?php

declare(strict_types=1);

namespace Postseal\Tests;

use PHPUnit\Framework\TestCase;
use Postseal\ApiException;

final class RetryTest extends TestCase
{
    private static function vectors(): array
    {
        $text = file_get_contents(__DIR__ . '/../../../test/vectors/replies.json');
        return json_decode((string) $text, true, 512, JSON_THROW_ON_ERROR);
    }

    public static function statuses(): iterable
    {
        foreach (['again' => 3, 'never' => 1] as $name => $attempts) {
            foreach (self::vectors()[$name] as ['status' => $status, 'code' => $code]) {
                yield "$name $status $code" => [$status, $code, $attempts];
            }
        }
    }

    /** @dataProvider statuses */
    public function testRepliesThatAreTriedAgain(int $status, string $code, int $attempts): void
    {
        $headers = ['Location' => 'https://elsewhere.example/'];
        $stub = new Stub(array_map(static fn () => Stub::refusal($status, $code, $headers), range(1, 4)));
        try {
            $stub->messages->sendMessage(['project_id' => 'prj_1']);
            self::fail('no exception');
        } catch (ApiException $refused) {
            self::assertSame([$status, $code, 'No.', 'req_1'], [
                $refused->status, $refused->errorCode, $refused->getMessage(), $refused->requestId,
            ]);
        }
        self::assertCount($attempts, $stub->seen);
        foreach ($stub->seen as ['request' => $request]) {
            self::assertSame($refused->idempotencyKey, $request->getHeaderLine('Idempotency-Key'));
            self::assertSame('{"project_id":"prj_1"}', (string) $request->getBody());
        }
        self::assertNotEmpty($refused->idempotencyKey);
    }

    public static function headers(): iterable
    {
        foreach (self::vectors()['headers'] as $one) {
            yield $one['name'] => [$one];
        }
    }

    /** @dataProvider headers */
    public function testRetryAfter(array $one): void
    {
        $headers = $one['retry_after'] === null ? [] : ['Retry-After' => $one['retry_after']];
        foreach ([[429, 'rate_limited'], [404, 'not_found']] as [$status, $code]) {
            $refusal = Stub::refusal($status, $code, $headers);
            $stub = new Stub([$refusal, $refusal], self::vectors()['now'], 1);
            try {
                $stub->messages->retrieveMessage('msg_1');
                self::fail('no exception');
            } catch (ApiException $refused) {
                self::assertEquals($one['told'], $refused->retryAfter);
                self::assertSame($one['told'] === null, $refused->retryAfter === null);
            }
            $waits = $status === 404 || $one['wait'] === null ? [] : [(float) $one['wait']];
            self::assertSame($waits, $stub->waits->getArrayCopy());
        }
    }

    public function testTheWaitsGrowAndEnd(): void
    {
        $stub = new Stub(array_fill(0, 7, Stub::refusal(503, 'unavailable')), maxRetries: 6);
        try {
            $stub->messages->retrieveMessage('msg_1');
            self::fail('no exception');
        } catch (ApiException) {
            self::assertSame([0.5, 1.0, 2.0, 4.0, 8.0, 8.0], $stub->waits->getArrayCopy());
        }
    }

    public function testSigningInIsNotTriedAgain(): void
    {
        $stub = new Stub([Stub::refusal(503, 'unavailable')]);
        $this->expectException(ApiException::class);
        try {
            $stub->signInLinks->createSignInLink(['email' => 'owner@example.com']);
        } finally {
            self::assertCount(1, $stub->seen);
            self::assertFalse($stub->request()->hasHeader('Authorization'));
        }
    }
}
