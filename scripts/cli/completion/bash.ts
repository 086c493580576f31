/** The completion script for bash. Where it knows nothing, bash completes file names. */
import type { CommandNode } from './command-tree.ts';

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
${commands.flatMap(valueCases).join('\n')}
    *)
      case "$path \${current:0:1}" in
${commands.flatMap(wordCases).join('\n')}
      esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _svc_ledger svc-ledger`;

const valueCases = ({ path, options }: CommandNode): string[] =>
  options
    .filter(({ takesValue }) => takesValue)
    .map(({ word, values }) => `    '${path} ${word}') words='${values.join(' ')}' ;;`);

const wordCases = ({ path, words, options }: CommandNode): string[] => [
  `        '${path} -') words='${options.map(({ word }) => word).join(' ')}' ;;`,
  `        '${path} '*) words='${words.map(({ word }) => word).join(' ')}' ;;`,
];
