<?php

declare(strict_types=1);

// Composer's packages, or those of Debian (php-guzzlehttp-guzzle).
$vendor = __DIR__ . '/../vendor/autoload.php';
if (is_file($vendor)) {
    require $vendor;
    return;
}
require 'GuzzleHttp/autoload.php';
spl_autoload_register(static function (string $class): void {
    foreach (['Postseal\\Tests\\' => __DIR__, 'Postseal\\' => dirname(__DIR__) . '/src'] as $prefix => $folder) {
        $file = $folder . '/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;
            return;
        }
    }
});
