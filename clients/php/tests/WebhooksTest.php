<?php

declare(strict_types=1);

namespace Postseal\Tests;

use PHPUnit\Framework\TestCase;
use Postseal\WebhookException;
use Postseal\Webhooks;

final class WebhooksTest extends TestCase
{
    private const SECRET = 'whsec_Zk3vJ0m6cC9m1yq8d2XwS5n7uE4bR-hT_aLpQoVi0Yg';

    private static function vectors(string $section): iterable
    {
        $text = file_get_contents(__DIR__ . '/../../../test/vectors/webhook-signatures.json');
        foreach (json_decode((string) $text, true, 512, JSON_THROW_ON_ERROR)[$section] as $one) {
            yield $one['name'] => [$one];
        }
    }

    public static function signed(): iterable
    {
        return self::vectors('sign');
    }

    /** @dataProvider signed */
    public function testSign(array $one): void
    {
        self::assertSame($one['header'], Webhooks::sign($one['payload'], $one['secrets'], $one['timestamp']));
    }

    public static function received(): iterable
    {
        return self::vectors('verify');
    }

    /** @dataProvider received */
    public function testVerify(array $one): void
    {
        $headers = $one['header'] === null ? [] : ['service-signature' => $one['header']];
        try {
            Webhooks::verify($one['payload'], $headers, $one['secrets'], $one['tolerance_seconds'], $one['now']);
            $reason = 'ok';
        } catch (WebhookException $exception) {
            $reason = $exception->reason;
        }
        self::assertSame($one['expect'], $reason);
    }

    public function testHeadersOfAllKinds(): void
    {
        $payload = '{"id":"evt_1","type":"message.bounced","data":{"recipient":"ada@example.com"}}';
        $header = Webhooks::sign($payload, self::SECRET);
        foreach (
            [
                ['Service-Signature' => $header],
                ['service-signature' => [$header]],
                ['HTTP_SERVICE_SIGNATURE' => $header],
            ] as $headers
        ) {
            $event = Webhooks::verify($payload, $headers, ['whsec_another', self::SECRET]);
            self::assertSame('ada@example.com', $event->data['recipient']);
        }
        $this->expectExceptionObject(new WebhookException('malformed_header', 'It is not t=<unix seconds>'));
        Webhooks::verify($payload, ['Service-Signature' => [$header, $header]], self::SECRET);
    }

    public function testNoSecretTrustsNobody(): void
    {
        foreach ([[], '', [' '], [self::SECRET, '']] as $secrets) {
            foreach ([fn () => Webhooks::verify('{}', [], $secrets), fn () => Webhooks::sign('{}', $secrets)] as $use) {
                try {
                    $use();
                    self::fail('it is taken');
                } catch (\InvalidArgumentException $exception) {
                    self::assertStringContainsString('secret', $exception->getMessage());
                }
            }
        }
    }
}
