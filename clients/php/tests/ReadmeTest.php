<?php

declare(strict_types=1);

namespace Postseal\Tests;

use PHPUnit\Framework\TestCase;
use Postseal\Webhooks;

/** Runs the blocks of README.md, one after the other. */
final class ReadmeTest extends TestCase
{
    public function testItsBlocks(): void
    {
        $service = Service::get();
        $secret = 'whsec_Zk3vJ0m6cC9m1yq8d2XwS5n7uE4bR+hT/aLpQoVi0Yg=';
        putenv("POSTSEAL_API_KEY={$service->handover['test_project_key']}");
        putenv("POSTSEAL_BASE_URL={$service->handover['base_url']}");
        putenv("POSTSEAL_PROJECT_ID={$service->handover['test_project_id']}");
        putenv("POSTSEAL_WEBHOOK_SECRET=$secret");
        $output = $this->blocksOf(__DIR__ . '/../README.md');
        self::assertCount(5, $output);
        self::assertMatchesRegularExpression('/^msg_\w+ queued\n$/D', $output[0]);
        self::assertStringStartsWith('msg_', $output[1]);
        self::assertMatchesRegularExpression('/^404 not_found req_\w+\n$/D', $output[2]);

        $payload = '{"type":"message.bounced","data":{"recipient":"ada@example.com"}}';
        $this->expectOutputString("bounced: ada@example.com\n");
        self::assertSame(204, \receive($payload, ['Service-Signature' => Webhooks::sign($payload, $secret)]));
        self::assertSame(400, \receive($payload, ['Service-Signature' => 't=1,v1=00']));
    }

    /** @return list<string> what each block prints */
    private function blocksOf(string $readme): array
    {
        preg_match_all('/^```php\n(.*?)^```/ms', (string) file_get_contents($readme), $found);
        preg_match_all('/^use .*;$/m', implode($found[1]), $imports);
        $output = [];
        foreach (preg_replace('/^use .*;$/m', '', $found[1]) as $block) {
            ob_start();
            // A file that imports what its blocks before have imported.
            eval(implode(array_unique($imports[0])) . $block);
            $output[] = (string) ob_get_clean();
        }
        return $output;
    }
}
