<?php

namespace PhpParser;

/** Modifier bits under the name that version 5 of PHP-Parser has for them. */
final class Modifiers
{
    const PUBLIC = Node\Stmt\Class_::MODIFIER_PUBLIC;
    const PROTECTED = Node\Stmt\Class_::MODIFIER_PROTECTED;
    const PRIVATE = Node\Stmt\Class_::MODIFIER_PRIVATE;
    const STATIC = Node\Stmt\Class_::MODIFIER_STATIC;
    const ABSTRACT = Node\Stmt\Class_::MODIFIER_ABSTRACT;
    const FINAL = Node\Stmt\Class_::MODIFIER_FINAL;
    const READONLY = Node\Stmt\Class_::MODIFIER_READONLY;
}
