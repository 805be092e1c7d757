<?php

declare(strict_types=1);

namespace Postseal\Tests;

use Postseal\Client;

/** The service that the tests call, started once: `node dist/bin.js --ephemeral` of this repository. */
final class Service
{
    private static ?self $running = null;

    private static int $recipients = 0;

    /** @param array<string,mixed> $handover what it printed when it was ready */
    private function __construct(
        public readonly array $handover,
        /** Its standard input is how long it lives, and this process has the other end. */
        private readonly mixed $input,
        private readonly mixed $process,
    ) {
    }

    public static function get(): self
    {
        return self::$running ??= self::start();
    }

    private static function start(): self
    {
        $pipes = [];
        $streams = [['pipe', 'r'], ['pipe', 'w'], STDERR];
        $process = proc_open(['node', 'dist/bin.js', '--ephemeral'], $streams, $pipes, dirname(__DIR__, 3));
        if (!is_resource($process)) {
            throw new \RuntimeException('node could not be started.');
        }
        stream_set_timeout($pipes[1], 90);
        $handover = json_decode((string) fgets($pipes[1]), true);
        if (!is_array($handover)) {
            proc_terminate($process, 9);
            throw new \RuntimeException('The service did not start: is dist/ built?');
        }
        $made = new self($handover, $pipes[0], $process);
        register_shutdown_function($made->stop(...));
        return $made;
    }

    private function stop(): void
    {
        fclose($this->input);
        proc_close($this->process);
    }

    public function client(string $key = 'test_project_key'): Client
    {
        return new Client($this->handover[$key] ?? $key, $this->handover['base_url']);
    }

    /** An address that no other test sends to. */
    public static function recipient(): string
    {
        return 'ada+php' . ++self::$recipients . '@example.com';
    }

    /** @return array<string,mixed> */
    public function message(string $to): array
    {
        return [
            'project_id' => $this->handover['test_project_id'],
            'from_email' => 'no-reply@shop.example',
            'to' => [['email' => $to]],
            'subject' => 'Reset your password',
            'text' => 'Follow this link: https://shop.example/reset/9f2c',
        ];
    }

    /** @return list<array<string,mixed>> the mails to an address, once there are as many as this */
    public function mails(string $to, int $count): array
    {
        $until = microtime(true) + 60;
        do {
            $url = "{$this->handover['sink_url']}?to=" . rawurlencode($to);
            $page = json_decode((string) file_get_contents($url), true);
            if (count($page['data']) >= $count) {
                return $page['data'];
            }
            usleep(25_000);
        } while (microtime(true) < $until);
        throw new \RuntimeException("There are not $count mails to $to.");
    }
}
