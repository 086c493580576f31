/** Every command of the program with the words that can follow it, for completion scripts. */
import type { Command, Option } from 'commander';

export type Word = { readonly word: string; readonly about: string };

export type CommandNode = {
  /** Empty for the program itself, otherwise such as `/keys/create`. */
  readonly path: string;
  /** Subcommands, and the choices of arguments. */
  readonly words: readonly Word[];
  readonly options: readonly OptionNode[];
};

export type OptionNode = Word & {
  readonly takesValue: boolean;
  /** The only values it accepts; empty if it accepts others. */
  readonly values: readonly string[];
};

/** The options of the program are those of every command. */
export function commandTree(program: Command): readonly CommandNode[] {
  const shared = program.options.map(optionNode);
  const walk = (command: Command, path: string): CommandNode[] => [
    {
      path,
      words: [
        ...command.commands.map((each) => ({ word: each.name(), about: each.description() })),
        ...command.registeredArguments.flatMap(({ argChoices = [], description }) =>
          argChoices.map((word) => ({ word, about: description })),
        ),
      ],
      options: [...(path === '' ? [] : command.options.map(optionNode)), ...shared],
    },
    ...command.commands.flatMap((each) => walk(each, `${path}/${each.name()}`)),
  ];
  return walk(program, '');
}

const optionNode = ({ long, short, description, required, optional, argChoices }: Option): OptionNode => ({
  word: long ?? short ?? '',
  about: description,
  takesValue: required || optional,
  values: argChoices ?? [],
});
