/** The completion script for fish. */
import type { CommandNode, OptionNode } from './command-tree.ts';

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
${commands.flatMap(linesFor).join('\n')}`;

const linesFor = ({ path, words, options }: CommandNode): string[] => {
  const line = `complete -c svc-ledger -n ${quoted(`test "$(__svc_ledger_path)" = "${path}"`)}`;
  return [
    ...words.map(({ word, about }) => `${line} -f -a ${quoted(word)} -d ${quoted(about)}`),
    ...options.map((option) => `${line} ${optionText(option)}`),
  ];
};

const optionText = ({ word, about, takesValue, values }: OptionNode): string => {
  const value = values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : takesValue ? ' -r' : '';
  return `-l ${word.replace(/^--/, '')}${value} -d ${quoted(about)}`;
};

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
