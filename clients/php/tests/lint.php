<?php

// Loads every class of src/, so that a mistake in one that no test uses is found as well. Prints how many there are.

declare(strict_types=1);

require __DIR__ . '/bootstrap.php';

$source = dirname(__DIR__) . '/src';
$count = 0;
$files = new RecursiveDirectoryIterator($source, FilesystemIterator::SKIP_DOTS);
foreach (new RecursiveIteratorIterator($files) as $file) {
    $name = 'Postseal\\' . strtr(substr($file->getPathname(), strlen($source) + 1, -strlen('.php')), '/', '\\');
    if (!class_exists($name)) {
        fwrite(STDERR, "{$file->getPathname()} has no class $name.\n");
        exit(1);
    }
    // What a model says of its fields has to be there.
    $types = (new ReflectionClass($name))->getConstants()['TYPES'] ?? [];
    foreach ($types as $field => $type) {
        if (preg_match('/\\\\Postseal\\\\Model\\\\\w+/', $type, $found) === 1 && !class_exists($found[0])) {
            fwrite(STDERR, "$name::$field is of $found[0], which is not there.\n");
            exit(1);
        }
    }
    $count++;
}
echo "$count classes\n";
