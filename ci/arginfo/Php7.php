<?php

namespace PhpParser\Parser;

use PhpParser\ErrorHandler;
use PhpParser\Node\Identifier;
use PhpParser\Node\NullableType;
use PhpParser\Node\Stmt\ClassConst;
use PhpParser\Node\UnionType;
use PhpParser\NodeFinder;

/** The parser of version 4 of PHP-Parser, which has no typed class constants, made to read them. */
class Php7 extends Php7Untyped
{
    public function parse(string $code, ?ErrorHandler $errorHandler = null)
    {
        $types = [];
        $lines = explode("\n", $code);
        foreach ($lines as $number => $line) {
            if (preg_match('/^(.*\bconst)\s+(\??[a-z|]+)(\s+(\w+)\s*=.*)$/s', $line, $parts)) {
                $lines[$number] = $parts[1] . $parts[3];
                $types[$number + 1] = self::type($parts[2]);
            }
        }
        $statements = parent::parse(implode("\n", $lines), $errorHandler);
        foreach ((new NodeFinder)->findInstanceOf($statements ?? [], ClassConst::class) as $constant) {
            $constant->type = $types[$constant->consts[0]->getStartLine()] ?? null;
        }
        return $statements;
    }

    private static function type(string $type)
    {
        if ($type[0] === '?') {
            return new NullableType(new Identifier(substr($type, 1)));
        }
        $names = array_map(fn($name) => new Identifier($name), explode('|', $type));
        return count($names) > 1 ? new UnionType($names) : $names[0];
    }
}
