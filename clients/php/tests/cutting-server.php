<?php

// Answers each request with the start of a reply in chunks, which then breaks off. The last of so many gets all of it.

declare(strict_types=1);

$listener = stream_socket_server('tcp://127.0.0.1:0');
echo stream_socket_get_name($listener, false), PHP_EOL;
for ($left = (int) $argv[1]; $left > 0; $left--) {
    $connection = stream_socket_accept($listener, 60);
    while (trim((string) fgets($connection)) !== '');
    fwrite($connection, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nid\r\n\r\n");
    fwrite($connection, $left === 1 ? "3\r\n1\r\n\r\n0\r\n\r\n" : '');
    fclose($connection);
}
