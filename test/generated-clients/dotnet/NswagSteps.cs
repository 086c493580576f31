using Ledger.Nswag;

static class NswagSteps
{
    static string Key() => Guid.NewGuid().ToString();

    public static async Task Run(HttpClient http, string url)
    {
        var ledger = new LedgerClient(http) { BaseUrl = url };
        var ana = await NewUser(ledger, "nswag-ana");
        var ben = await NewUser(ledger, "nswag-ben");
        Report.Line($"user {ana.Kyc_status}");
        var points = await ledger.CreateWalletAsync(ana.Id, Key(), new WalletCreate { Asset = AssetInput.SvcPoints });
        var coin = await ledger.CreateWalletAsync(
            ana.Id, Key(), new WalletCreate { Asset = AssetInput.SvcCoin, Acknowledge_price_risk = true });
        var other = await ledger.CreateWalletAsync(ben.Id, Key(), new WalletCreate { Asset = AssetInput.SvcPoints });

        var onramp = new TransferCreate
        {
            Source = new TransferSource { Type = TransferSourceType.Fiat, Currency = "usd", Rail = "bank_eft" },
            Destination = new TransferDestination { Type = TransferDestinationType.Wallet, Wallet_id = points.Id },
            Amount = "50.00",
        };
        onramp.Dry_run = true;
        var preview = await ledger.CreateTransferAsync(onramp);
        Report.Line($"preview {preview.Estimated.Rate}");
        onramp.Dry_run = false;
        var created = await ledger.CreateTransferAsync(onramp, Key());
        Report.Line($"created {created.Kind} {created.State} {created.Deposit_instructions.Rail}");
        var deposited = await ledger.CreateSandboxDepositAsync(
            Key(), new SandboxDeposit { Transfer_id = created.Id, Amount = "50.00" });
        Report.Line($"transfer {deposited.Kind} {deposited.State} {deposited.Receipt.Amount_credited}");

        var sent = await ledger.CreateTransferAsync(Between(points.Id, other.Id, "10.00"), Key());
        Report.Line($"transfer {sent.Kind} {sent.State}");

        var quote = await ledger.CreateQuoteAsync(
            Key(), new QuoteCreate { Source_wallet_id = points.Id, Destination_wallet_id = coin.Id, Amount = "100.00" });
        var conversion = Between(points.Id, coin.Id, "100.00");
        conversion.Quote_id = quote.Id;
        var converted = await ledger.CreateTransferAsync(conversion, Key());
        Report.Line($"transfer {converted.Kind} {converted.State}");

        var account = await ledger.CreatePayoutAccountAsync(ana.Id, Key(), new PayoutAccountCreate
        {
            Type = PayoutAccountType.Bank,
            Currency = "usd",
            Country = "US",
            Rail = "bank_eft",
            Account_owner_name = "Ana Lovelace",
            Bank = new PayoutAccountCreateBank
            {
                Bank_name = "First Harbour Bank", Account_number = "000123456789", Routing_code = "021000021",
            },
        });
        var paid = await ledger.CreateTransferAsync(new TransferCreate
        {
            Source = new TransferSource { Type = TransferSourceType.Wallet, Wallet_id = points.Id },
            Destination = new TransferDestination
            {
                Type = TransferDestinationType.Payout_account, Payout_account_id = account.Id,
            },
            Amount = "1000.00",
        }, Key());
        Report.Line($"transfer {paid.Kind} {paid.Amount}");

        var events = await ledger.ListEventsAsync(limit: 100, object_id: sent.Id);
        foreach (var each in events.Data.Reverse())
            Report.Line(each is TransferEvent change ? $"event {each.Type} {change.Data.State}" : "event ?");
        var user = (await ledger.ListEventsAsync(object_id: ana.Id, type: "user.created")).Data.Single();
        Report.Line(user is UserEvent change2 ? $"event {user.Type} {change2.Data.First_name}" : "event ?");

        try { await ledger.GetTransferAsync("trf_00000000000000000000000000"); }
        catch (ApiException<ErrorEnvelope> error)
        {
            Report.Line($"error {error.StatusCode} {error.Result.Error.Code}");
        }
    }

    static async Task<User> NewUser(LedgerClient ledger, string reference)
    {
        var user = await ledger.CreateUserAsync(
            Key(), new UserCreate { Type = UserType.Individual, External_reference = reference, First_name = "Ana" });
        return await ledger.SetSandboxKycAsync(
            user.Id, Key(), new SandboxKycUpdate { Kyc_status = KycStatus.Approved });
    }

    static TransferCreate Between(string source, string destination, string amount) => new()
    {
        Source = new TransferSource { Type = TransferSourceType.Wallet, Wallet_id = source },
        Destination = new TransferDestination { Type = TransferDestinationType.Wallet, Wallet_id = destination },
        Amount = amount,
    };
}
