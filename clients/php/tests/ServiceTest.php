<?php

declare(strict_types=1);

namespace Postseal\Tests;

use PHPUnit\Framework\TestCase;
use Postseal\ApiException;
use Postseal\CallOptions;
use Postseal\Model\BatchItemStatus;
use Postseal\Model\ContactImportStatus;
use Postseal\Response;

final class ServiceTest extends TestCase
{
    private static function refused(\Closure $call): ApiException
    {
        try {
            $call();
        } catch (ApiException $refused) {
            self::assertNotEmpty($refused->requestId);
            return $refused;
        }
        self::fail('no exception');
    }

    public function testAMessageArrivesOnce(): void
    {
        $service = Service::get();
        $messages = $service->client()->messages;
        $to = Service::recipient();
        /** @var Response[] $replies */
        $replies = [];
        $options = new CallOptions("reset-$to", onResponse: function (Response $reply) use (&$replies): void {
            $replies[] = $reply;
        });
        $sent = $messages->sendMessage($service->message($to), $options);
        $again = $messages->sendMessage($service->message($to), $options);
        self::assertSame([$sent->id, 202, ['true']], [
            $again->id, $replies[0]->status, $replies[1]->headers['idempotent-replayed'] ?? null,
        ]);
        $mails = $service->mails($to, 1);
        self::assertSame(['Reset your password'], array_column($mails, 'subject'));
        $other = ['subject' => 'Another'] + $service->message($to);
        $refused = self::refused(fn () => $messages->sendMessage($other, $options));
        self::assertSame([409, 'idempotency_conflict', "reset-$to"], [
            $refused->status, $refused->errorCode, $refused->idempotencyKey,
        ]);
    }

    public function testABatch(): void
    {
        $service = Service::get();
        $to = Service::recipient();
        $result = $service->client()->messages->sendMessageBatch(['items' => [
            ['idempotency_key' => "1-$to", 'message' => $service->message($to)],
            ['idempotency_key' => "2-$to", 'message' => $service->message('nobody')],
        ]]);
        self::assertSame([1, BatchItemStatus::ACCEPTED], [$result->accepted, $result->data[0]->status]);
        self::assertStringStartsWith('msg_', $result->data[0]->message->id);
        self::assertSame('/body/items/1/message/to/0/email', $result->data[1]->error->details[0]->path);
    }

    public function testErrorsOfEachKind(): void
    {
        $service = Service::get();
        $client = $service->client();
        $kinds = [
            [404, 'not_found', fn () => $client->messages->retrieveMessage('msg_01kbf3yq0ge8gvk2c5m7x9t3ea')],
            [422, 'validation_failed', fn () => $client->messages->sendMessage($service->message('nobody'))],
            [403, null, fn () => $client->projects->listProjects()],
            [401, 'invalid_credentials', fn () => $service->client('pk_test_nobodysKey')->messages->listMessages()],
        ];
        foreach ($kinds as [$status, $code, $call]) {
            $refused = self::refused($call);
            self::assertSame([$status, $code ?? $refused->errorCode], [$refused->status, $refused->errorCode]);
        }
        $refused = self::refused($kinds[1][2]);
        self::assertSame('/body/to/0/email', $refused->details[0]['path']);
        self::assertSame('format', $refused->details[0]['rule'] ?? null);
    }

    public function testAllRowsOfAllPages(): void
    {
        $service = Service::get();
        $messages = $service->client()->messages;
        $to = Service::recipient();
        $sent = [];
        for ($i = 0; $i < 5; $i++) {
            $sent[] = $messages->sendMessage($service->message($to))->id;
        }
        $listed = [];
        foreach ($messages->allMessages(limit: 2, recipient: $to) as $row) {
            $listed[] = $row->id;
        }
        self::assertSame(array_reverse($sent), $listed);
        $page = $messages->listMessages(limit: 2, recipient: $to);
        self::assertSame([2, true], [count($page->data), $page->has_more]);
    }

    public function testAnExportInBothFormats(): void
    {
        $service = Service::get();
        $contacts = $service->client()->contacts;
        $csv = "E-mail\r\n";
        for ($i = 0; $i < 300; $i++) {
            $csv .= "export$i.php@example.com\r\n";
        }
        $started = $contacts->importContacts($csv, $service->handover['test_project_id'], columns: ['email=E-mail']);
        $until = microtime(true) + 60;
        while ($started->status !== ContactImportStatus::COMPLETED && microtime(true) < $until) {
            $started = $contacts->retrieveContactImport($started->id);
        }
        $lines = $contacts->exportContacts(options: new CallOptions(accept: 'application/x-ndjson'));
        $text = '';
        while (!$lines->eof()) {
            $text .= $lines->read(1000);
        }
        $rows = array_map(static fn (string $line): array => json_decode($line, true), explode("\n", trim($text)));
        self::assertCount(300, preg_grep('/^export.*\.php@/', array_column($rows, 'email')));
        self::assertStringStartsWith('id,project_id,', (string) $contacts->exportContacts());
    }

    public function testNothingComesBackOfADeletion(): void
    {
        $service = Service::get();
        $contacts = $service->client()->contacts;
        $made = $contacts->upsertContact([
            'project_id' => $service->handover['test_project_id'],
            'email' => Service::recipient(),
            'properties' => ['plan' => 'pro', 'seats' => 5],
        ]);
        self::assertSame(5, $made->properties['seats']);
        $contacts->deleteContact($made->id);
        self::assertSame(404, self::refused(fn () => $contacts->retrieveContact($made->id))->status);
    }

    public function testAnExportIsRefused(): void
    {
        $client = Service::get()->client('pk_test_nobodysKey');
        self::assertSame(401, self::refused(fn () => $client->contacts->exportContacts())->status);
    }
}
