<?php

declare(strict_types=1);

namespace Postseal\Tests;

use GuzzleHttp\Client as Http;
use GuzzleHttp\Handler\MockHandler;
use GuzzleHttp\HandlerStack;
use GuzzleHttp\Middleware;
use GuzzleHttp\Psr7\Response;
use Postseal\Api\Services;
use Postseal\Internal\Caller;
use Postseal\Internal\Clock;
use Postseal\Internal\Credential;
use Postseal\Internal\Settings;
use Psr\Http\Message\RequestInterface;

/** A client of a service that answers as a test says. It waits for nothing, and its clock stands. */
final class Stub extends Services
{
    public const KEY = 'pk_test_neverShown';

    /** @var \ArrayObject<int,array{request: RequestInterface, options: array<string,mixed>}> */
    public readonly \ArrayObject $seen;

    /** @var \ArrayObject<int,float> the seconds between attempts */
    public readonly \ArrayObject $waits;

    /** @param array<Response|\Throwable> $answers one for each request */
    public function __construct(array $answers, float $now = 1768383000, int $maxRetries = 2)
    {
        $this->seen = new \ArrayObject();
        $this->waits = new \ArrayObject();
        $stack = HandlerStack::create(new MockHandler($answers));
        $seen = $this->seen;
        $stack->push(Middleware::tap(static function (RequestInterface $request, array $options) use ($seen): void {
            $seen->append(['request' => $request, 'options' => $options]);
        }));
        $clock = new class ($now, $this->waits) extends Clock {
            public function __construct(private readonly float $at, private readonly \ArrayObject $waits)
            {
            }

            public function now(): float
            {
                return $this->at;
            }

            public function sleep(float $seconds): void
            {
                $this->waits->append($seconds);
            }

            public function random(): float
            {
                return 0;
            }
        };
        $settings = new Settings('https://mail.example.com', 60, $maxRetries, 'test');
        parent::__construct(new Caller(new Credential(self::KEY), $settings, new Http(['handler' => $stack]), $clock));
    }

    public static function json(mixed $body, int $status = 200, array $headers = []): Response
    {
        return new Response($status, $headers + ['Content-Type' => 'application/json'], json_encode($body));
    }

    public static function refusal(int $status, string $code, array $headers = []): Response
    {
        $error = ['code' => $code, 'message' => 'No.', 'request_id' => 'req_1'];
        return self::json(['error' => $error], $status, $headers);
    }

    public function request(int $number = 0): RequestInterface
    {
        return $this->seen[$number]['request'];
    }
}
