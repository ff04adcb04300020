/// The script that makes a shell ask `iap completions` for what may follow.
enum CompletionScript {
  enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish
    case powershell
  }

  static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    case .powershell: powerShell
    }
  }

  private static let bash = """
    # bash completion for iap; load it with: source <(iap completions bash)
    _iap() {
      local line word path=
      COMPREPLY=()
      # An '=' ends a word for bash: put '--option=value' together again.
      local -a words=("${COMP_WORDS[@]:1:COMP_CWORD}")
      word=${words[-1]-}
      local count=${#words[@]}
      if [ "$word" = = ]; then word=; fi
      if [ "$count" -ge 2 ] && [ "${words[count-1]}" = = ]; then
        words=("${words[@]:0:count-2}" "${words[count-2]}=")
      elif [ "$count" -ge 3 ] && [ "${words[count-2]}" = = ]; then
        words=("${words[@]:0:count-3}" "${words[count-3]}=${words[count-1]}")
      fi
      while IFS= read -r line; do
        if [ "$line" = : ]; then path=1; continue; fi
        line=${line%%$'\\t'*}
        case ${words[-1]-} in --*=*) line=${line#*=} ;; esac
        COMPREPLY+=("$line")
      done < <(iap completions bash -- "${words[@]}" 2>/dev/null)
      if [ -n "$path" ]; then compopt -o filenames; COMPREPLY+=($(compgen -f -- "$word")); fi
    }
    complete -F _iap iap

    """

  private static let zsh = """
    #compdef iap
    # zsh completion for iap; load it with: source <(iap completions zsh)
    _iap() {
      local -a found
      local line path=
      for line in ${(f)"$(iap completions zsh -- "${(@)words[2,CURRENT]}" 2>/dev/null)"}; do
        if [[ $line == : ]]; then path=1; continue; fi
        found+=("${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}")
      done
      _describe iap found
      if [[ -n $path ]]; then _files; fi
    }
    if [[ $funcstack[1] == _iap ]]; then _iap "$@"; else compdef _iap iap; fi

    """

  /// An empty argument does not reach a program from every PowerShell: a blank stands for it.
  private static let powerShell = #"""
    # PowerShell completion for iap; load it with:
    #   iap completions powershell | Out-String | Invoke-Expression
    Register-ArgumentCompleter -Native -CommandName iap -ScriptBlock {
      param($wordToComplete, $commandAst, $cursorPosition)
      $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -le $cursorPosition } |
        ForEach-Object { $_.Extent.Text })
      if ("$wordToComplete" -eq '') { $words += ' ' }
      iap completions powershell -- @words 2>$null | ForEach-Object {
        if ($_ -eq ':') {
          [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
        } else {
          $word, $meaning = $_ -split "`t", 2
          if (-not $meaning) { $meaning = $word }
          New-Object System.Management.Automation.CompletionResult `
            $word, $word, 'ParameterValue', $meaning
        }
      }
    }

    """#

  private static let fish = """
    # fish completion for iap; load it with: iap completions fish | source
    function __iap_complete
      set -l words (commandline -opc) (commandline -ct)
      for line in (iap completions fish -- $words[2..] 2>/dev/null)
        if test "$line" = :
          __fish_complete_path (commandline -ct)
        else
          echo $line
        end
      end
    end
    complete -c iap -f -a '(__iap_complete)'

    """
}
