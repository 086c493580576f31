/** The completion script for zsh. Where it knows nothing, zsh completes file names. Its variable `path` is that of programs. */
import type { CommandNode, OptionNode, Word } from './command-tree.ts';

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
${commands.flatMap(({ path, options }) => options.filter(({ takesValue }) => takesValue).map((option) => valueCase(path, option))).join('\n')}
    *)
      case "$place \${current[1]}" in
${commands.flatMap(wordCases).join('\n')}
      esac ;;
  esac
  if (( $#choices )); then _describe svc-ledger choices; else _files; fi
}
compdef _svc_ledger svc-ledger`;

const valueCase = (path: string, { word, values }: OptionNode): string =>
  `    ${quoted(`${path} ${word}`)}) choices=(${values.map(quoted).join(' ')}) ;;`;

const wordCases = ({ path, words, options }: CommandNode): string[] => [
  `        ${quoted(`${path} -`)}) choices=(${options.map(described).join(' ')}) ;;`,
  `        ${quoted(`${path} `)}*) choices=(${words.map(described).join(' ')}) ;;`,
];

/** \`_describe\` separates a word from its description with a colon. */
const described = ({ word, about }: Word): string => quoted(`${word.replaceAll(':', '\\:')}:${about}`);

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
