/** `completion`: scripts that complete commands, options, and their values. They are generated from the commands. */
import { Argument, type Command, type Option } from 'commander';
import type { FillCommand } from './integrator/integrator-commands.ts';
import { printOutcome } from './output.ts';
import { commandFromArguments, withExamples } from './program.ts';

type Word = { readonly word: string; readonly about: string };

type CommandNode = {
  /** Empty for the program itself, otherwise such as `/keys/create`. */
  readonly path: string;
  /** Subcommands, and the choices of arguments. */
  readonly words: readonly Word[];
  readonly options: readonly OptionNode[];
};

type OptionNode = Word & {
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

export const bashScript = (commands: readonly CommandNode[]): string =>
  `# Completion of svc-ledger for bash
_svc_ledger() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path= word words=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path/$word" in
      ${commands
        .slice(1)
        .map(({ path }) => path)
        .join(' | \\\n      ')}) path=$path/$word ;;
    esac
  done
  case "$path $previous" in
${commands.flatMap(bashValueCases).join('\n')}
    *)
      case "$path \${current:0:1}" in
${commands.flatMap(bashWordCases).join('\n')}
      esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _svc_ledger svc-ledger`;

const bashValueCases = ({ path, options }: CommandNode): string[] =>
  options
    .filter(({ takesValue }) => takesValue)
    .map(({ word, values }) => `    '${path} ${word}') words='${values.join(' ')}' ;;`);

const bashWordCases = ({ path, words, options }: CommandNode): string[] => [
  `        '${path} -') words='${options.map(({ word }) => word).join(' ')}' ;;`,
  `        '${path} '*) words='${words.map(({ word }) => word).join(' ')}' ;;`,
];

export const zshScript = (commands: readonly CommandNode[]): string =>
  `#compdef svc-ledger
# Completion of svc-ledger for zsh
_svc_ledger() {
  local place= word current=$words[CURRENT] previous=$words[CURRENT-1]
  local -a choices
  for word in \${words[2,CURRENT-1]}; do
    case "$place/$word" in
      ${commands
        .slice(1)
        .map(({ path }) => path)
        .join('|\\\n      ')}) place=$place/$word ;;
    esac
  done
  case "$place $previous" in
${commands.flatMap(({ path, options }) => options.filter(({ takesValue }) => takesValue).map((option) => zshValueCase(path, option))).join('\n')}
    *)
      case "$place \${current[1]}" in
${commands.flatMap(zshWordCases).join('\n')}
      esac ;;
  esac
  if (( $#choices )); then _describe svc-ledger choices; else _files; fi
}
compdef _svc_ledger svc-ledger`;

const zshValueCase = (path: string, { word, values }: OptionNode): string =>
  `    ${zshQuoted(`${path} ${word}`)}) choices=(${values.map(zshQuoted).join(' ')}) ;;`;

const zshWordCases = ({ path, words, options }: CommandNode): string[] => [
  `        ${zshQuoted(`${path} -`)}) choices=(${options.map(zshDescribed).join(' ')}) ;;`,
  `        ${zshQuoted(`${path} `)}*) choices=(${words.map(zshDescribed).join(' ')}) ;;`,
];

/** \`_describe\` separates a word from its description with a colon. */
const zshDescribed = ({ word, about }: Word): string => zshQuoted(`${word.replaceAll(':', '\\:')}:${about}`);

const zshQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export const fishScript = (commands: readonly CommandNode[]): string =>
  `# Completion of svc-ledger for fish
function __svc_ledger_path
    set -l path ''
    for word in (commandline -opc)[2..-1]
        switch "$path/$word"
            case ${commands
              .slice(1)
              .map(({ path }) => path)
              .join(' ')}
                set path "$path/$word"
        end
    end
    echo $path
end
${commands.flatMap(fishLinesFor).join('\n')}`;

const fishLinesFor = ({ path, words, options }: CommandNode): string[] => {
  const line = `complete -c svc-ledger -n ${fishQuoted(`test "$(__svc_ledger_path)" = "${path}"`)}`;
  return [
    ...words.map(({ word, about }) => `${line} -f -a ${fishQuoted(word)} -d ${fishQuoted(about)}`),
    ...options.map((option) => `${line} ${fishOptionText(option)}`),
  ];
};

const fishOptionText = ({ word, about, takesValue, values }: OptionNode): string => {
  const value = values.length > 0 ? ` -x -a ${fishQuoted(values.join(' '))}` : takesValue ? ' -r' : '';
  return `-l ${word.replace(/^--/, '')}${value} -d ${fishQuoted(about)}`;
};

const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const SCRIPTS: Readonly<Record<string, (commands: readonly CommandNode[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export function fillCompletion(completion: Command, fillOther: FillCommand): void {
  completion.addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS))).addHelpText(
    'after',
    `
Install it in the startup file of your shell, or where the shell looks for completions:
  bash  source <(svc-ledger completion bash)           in ~/.bashrc
  zsh   source <(svc-ledger completion zsh)            in ~/.zshrc, after compinit
  fish  svc-ledger completion fish > ~/.config/fish/completions/svc-ledger.fish`,
  );
  withExamples(completion, ['completion bash', 'completion fish']).action(async (...given: unknown[]) => {
    const command = commandFromArguments(given);
    const [shell = ''] = command.args;
    const program = command.parent ?? command;
    for (const each of program.commands) if (each !== command) await fillOther(each);
    const script = SCRIPTS[shell]?.(commandTree(program)) ?? '';
    printOutcome(
      { json: { shell, script }, view: { text: script } },
      program.opts<{ json?: true }>().json === true,
    );
  });
}
